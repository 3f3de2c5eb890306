-- incompatible: the program before does not know claims that are paid in installments
CREATE TABLE "datev_settings" (
	"club" text PRIMARY KEY,
	"adviser" integer NOT NULL,
	"client" integer NOT NULL,
	"account_length" integer NOT NULL,
	"accounts" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "datev_settings_length" CHECK ("account_length" between 4 and 8)
);
--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "split_of" uuid;--> statement-breakpoint
CREATE INDEX "charge_split" ON "charge" ("split_of");--> statement-breakpoint
ALTER TABLE "datev_settings" ADD CONSTRAINT "datev_settings_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "charge" DROP CONSTRAINT "charge_state", ADD CONSTRAINT "charge_state" CHECK ("state" in ('draft', 'open', 'in_collection', 'paid', 'returned', 'written_off', 'split', 'cancelled'));--> statement-breakpoint
ALTER TABLE "charge" DROP CONSTRAINT "charge_settled", ADD CONSTRAINT "charge_settled" CHECK ("settled_cents" between least(0, "cents") and greatest(0, "cents")
        and ("cents" = 0 or ("state" in ('paid', 'written_off', 'split')) = ("settled_cents" = "cents"))
        and ("state" <> 'cancelled' or "settled_cents" = 0));--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_kind", ADD CONSTRAINT "payment_kind" CHECK ("kind" in ('transfer', 'debit', 'cash', 'but', 'payout', 'debit_return', 'opening', 'offset', 'waiver', 'split'));
--> statement-breakpoint
alter table datev_settings enable row level security;
--> statement-breakpoint
alter table datev_settings force row level security;
--> statement-breakpoint
create policy datev_settings_scope on datev_settings
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- Keeps what is settled of a charge, and by it the state: installments settle it without money, like a waiver.
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
    where id = new.charge_id and club = new.club and club = booked.club and payer_person_id = booked.payer_person_id
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
