-- incompatible: the program before does not know payers that are organisations
ALTER TABLE "organisation" ADD COLUMN "account_no" integer DEFAULT nextval('person_account_no_seq') NOT NULL;--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "payer_id" uuid GENERATED ALWAYS AS (coalesce(payer_person_id, organisation_id)) STORED;--> statement-breakpoint
ALTER TABLE "dunning_notice" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "dunning_notice" ADD COLUMN "payer_id" uuid GENERATED ALWAYS AS (coalesce(payer_person_id, organisation_id)) STORED;--> statement-breakpoint
ALTER TABLE "dunning_stop" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "dunning_stop" ADD COLUMN "payer_id" uuid GENERATED ALWAYS AS (coalesce(payer_person_id, organisation_id)) STORED;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "payer_id" uuid GENERATED ALWAYS AS (coalesce(payer_person_id, organisation_id)) STORED;--> statement-breakpoint
ALTER TABLE "dunning_stop" DROP CONSTRAINT "dunning_stop_pkey";--> statement-breakpoint
ALTER TABLE "dunning_stop" ADD PRIMARY KEY ("payer_id");--> statement-breakpoint
ALTER TABLE "charge" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charge" ALTER COLUMN "payer_person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ALTER COLUMN "payer_person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "dunning_notice" ALTER COLUMN "payer_person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "dunning_stop" ALTER COLUMN "payer_person_id" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "charge_once";--> statement-breakpoint
CREATE UNIQUE INDEX "charge_once" ON "charge" ("source","source_id",coalesce("person_id", "organisation_id"),"period") WHERE "state" <> 'cancelled' and "source_id" is not null and "source" <> 'refund';--> statement-breakpoint
DROP INDEX "payment_account";--> statement-breakpoint
CREATE INDEX "payment_account" ON "payment" ("payer_id","booked_on");--> statement-breakpoint
CREATE UNIQUE INDEX "organisation_account_no" ON "organisation" ("account_no");--> statement-breakpoint
CREATE INDEX "charge_account" ON "charge" ("payer_id");--> statement-breakpoint
CREATE INDEX "charge_organisation" ON "charge" ("organisation_id") WHERE "organisation_id" is not null;--> statement-breakpoint
CREATE INDEX "dunning_notice_organisation" ON "dunning_notice" ("organisation_id") WHERE "organisation_id" is not null;--> statement-breakpoint
CREATE INDEX "dunning_stop_payer" ON "dunning_stop" ("payer_person_id") WHERE "payer_person_id" is not null;--> statement-breakpoint
CREATE INDEX "dunning_stop_organisation" ON "dunning_stop" ("organisation_id") WHERE "organisation_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_payer" ON "payment" ("payer_person_id");--> statement-breakpoint
CREATE INDEX "payment_organisation" ON "payment" ("organisation_id") WHERE "organisation_id" is not null;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id");--> statement-breakpoint
ALTER TABLE "dunning_notice" ADD CONSTRAINT "dunning_notice_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id");--> statement-breakpoint
ALTER TABLE "dunning_stop" ADD CONSTRAINT "dunning_stop_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id");--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_one_payer" CHECK (num_nonnulls("payer_person_id", "organisation_id") = 1);--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_for" CHECK ("person_id" is not null or "organisation_id" is not null);--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_mandate" CHECK ("organisation_id" is null or "method" <> 'sepa');--> statement-breakpoint
ALTER TABLE "dunning_notice" ADD CONSTRAINT "dunning_notice_one_payer" CHECK (num_nonnulls("payer_person_id", "organisation_id") = 1);--> statement-breakpoint
ALTER TABLE "dunning_stop" ADD CONSTRAINT "dunning_stop_one_payer" CHECK (num_nonnulls("payer_person_id", "organisation_id") = 1);--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_one_payer" CHECK (num_nonnulls("payer_person_id", "organisation_id") = 1);
--> statement-breakpoint
-- Everybody who may pay at a club. Of an organisation mails go to its own address, else to its first contact.
create view payer with (security_invoker = true) as
  select p.id, p.club, false as is_organisation, p.firstname, p.lastname, p.lastname || ', ' || p.firstname as listed_name,
    p.firstname || ' ' || p.lastname as name, p.email, p.street, p.house_no, p.postcode, p.city, p.birth_date, p.died_on, p.account_no,
    p.anonymised_at
  from person p
  union all
  select o.id, o.manager_club, true, '', o.name, o.name, o.name,
    coalesce(nullif(o.email, ''), (select c.email from organisation_contact c
      where c.organisation_id = o.id and c.ended_on is null order by c.name, c.id limit 1)),
    o.street, '', o.postcode, o.city, null, null, o.account_no, null
  from organisation o;
--> statement-breakpoint
-- Payments are only added: a merge of two records may change whose account it is, keeping times may remove them.
create or replace function payments_stay() returns trigger language plpgsql as $$
declare
  account constant text[] := array['payer_person_id', 'organisation_id', 'payer_id'];
begin
  if tg_op = 'DELETE' and current_setting('app.forgets', true) = 'on' then return old; end if;
  if tg_op = 'UPDATE' and tg_table_name = 'payment' and to_jsonb(new) - account = to_jsonb(old) - account then
    return new;
  end if;
  raise exception 'payments are only added' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
-- Keeps what is settled of a charge, and by it the state; a payment stands for charges of its own account, whoever holds that.
create or replace function allocation_settles() returns trigger language plpgsql as $$
declare
  booked payment%rowtype;
  used bigint;
begin
  select * into booked from payment where id = new.payment_id for update;
  update charge set
      settled_cents = settled_cents + new.cents,
      waived_cents = waived_cents + case when booked.kind = 'waiver' then new.cents else 0 end,
      state = case
        when settled_cents + new.cents = cents then case
          when booked.kind = 'split' then 'split'
          when waived_cents + case when booked.kind = 'waiver' then new.cents else 0 end = cents then 'written_off' else 'paid' end
        when state in ('paid', 'written_off', 'split') then 'open' else state end,
      paid_on = case
        when settled_cents + new.cents = cents and booked.kind <> 'split'
          and waived_cents + case when booked.kind = 'waiver' then new.cents else 0 end <> cents then booked.booked_on end,
      version = version + 1
    where id = new.charge_id and club = new.club and club = booked.club and payer_id = booked.payer_id
      and state not in ('draft', 'cancelled');
  if not found then
    raise exception 'a payment stands for charges of its own account' using errcode = 'check_violation', constraint = 'allocation_account';
  end if;
  select sum(cents) into used from allocation where payment_id = new.payment_id;
  if booked.kind <> 'offset' and used not between least(0, booked.cents) and greatest(0, booked.cents) then
    raise exception 'a payment stands for no more than it is' using errcode = 'check_violation', constraint = 'allocation_sum';
  end if;
  return null;
end $$;
