CREATE TABLE "allocation" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "allocation_cents" CHECK ("cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"payer_person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cents" integer NOT NULL,
	"booked_on" date NOT NULL,
	"run_id" uuid,
	"bank_booking_id" uuid,
	"reverses" uuid,
	"note" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_kind" CHECK ("kind" in ('transfer', 'debit', 'cash', 'but', 'payout', 'debit_return', 'opening', 'offset', 'waiver')),
	CONSTRAINT "payment_sign" CHECK ("reverses" is not null or case when "kind" = 'offset' then "cents" = 0
        when "kind" = 'opening' then "cents" <> 0
        when "kind" in ('payout', 'debit_return') then "cents" < 0 else "cents" > 0 end)
);
--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "settled_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "waived_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "deferred_until" date;--> statement-breakpoint
CREATE INDEX "allocation_payment" ON "allocation" ("payment_id");--> statement-breakpoint
CREATE INDEX "allocation_charge" ON "allocation" ("charge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reversed_once" ON "payment" ("reverses");--> statement-breakpoint
CREATE INDEX "payment_account" ON "payment" ("payer_person_id","booked_on");--> statement-breakpoint
CREATE INDEX "payment_run" ON "payment" ("run_id");--> statement-breakpoint
CREATE INDEX "payment_bank_booking" ON "payment" ("bank_booking_id");--> statement-breakpoint
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_payment_id_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id");--> statement-breakpoint
ALTER TABLE "allocation" ADD CONSTRAINT "allocation_charge_id_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charge"("id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_run_id_sepa_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "sepa_run"("id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_bank_booking_id_bank_booking_id_fkey" FOREIGN KEY ("bank_booking_id") REFERENCES "bank_booking"("id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_reverses_payment_id_fkey" FOREIGN KEY ("reverses") REFERENCES "payment"("id");--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table payment enable row level security;
--> statement-breakpoint
alter table payment force row level security;
--> statement-breakpoint
create policy payment_scope on payment
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table allocation enable row level security;
--> statement-breakpoint
alter table allocation force row level security;
--> statement-breakpoint
create policy allocation_scope on allocation
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- What was paid becomes a payment, what was waived a waiver, each with the id of its charge. It fails, and changes nothing,
-- unless every club has afterwards the sums that it had before.
do $$
declare
  scope text := current_setting('app.club', true);
  wrong text;
begin
  perform set_config('app.club', '*', true);
  insert into payment (id, club, payer_person_id, kind, cents, booked_on, run_id, bank_booking_id, note, created_by, created_at)
    select c.id, c.club, c.payer_person_id,
      case when c.state = 'written_off' then 'waiver' when c.cents < 0 then 'payout' when run.id is not null then 'debit'
        when c.method in ('cash', 'but') then c.method else 'transfer' end,
      c.cents, coalesce(c.paid_on, (c.created_at at time zone 'Europe/Berlin')::date),
      case when c.state = 'paid' and c.cents > 0 then run.id end,
      case when c.state = 'paid' and c.cents > 0 and run.id is null then bank.id end,
      case when c.state = 'written_off' then c.reason else '' end, 'Übernahme', now()
    from charge c
    left join lateral (select r.id from sepa_run_item i join sepa_run r on r.id = i.run_id
      where i.charge_id = c.id and i.return_code is null and r.state = 'settled' order by r.created_at desc limit 1) run on true
    left join lateral (select b.id from bank_booking b
      where b.club = c.club and c.reference = any(b."references") and b.booked_on = c.paid_on order by b.created_at desc limit 1) bank on true
    where c.state in ('paid', 'written_off') and c.cents <> 0;
  insert into allocation (id, club, payment_id, charge_id, cents, created_at)
    select gen_random_uuid(), p.club, p.id, p.id, p.cents, p.created_at from payment p;
  update charge set settled_cents = cents, waived_cents = case when state = 'written_off' then cents else 0 end
    where state in ('paid', 'written_off') and cents <> 0;
  select string_agg(club, ', ') into wrong from (
    select c.club, sum(c.cents) filter (where c.state = 'paid') as paid,
      (select coalesce(sum(a.cents), 0) from allocation a join payment p on p.id = a.payment_id where a.club = c.club and p.kind <> 'waiver') as allocated
    from charge c group by c.club) sums
    where coalesce(paid, 0) <> allocated;
  if wrong is not null then raise exception 'what was paid and what is allocated differ: %', wrong; end if;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_settled" CHECK ("settled_cents" between least(0, "cents") and greatest(0, "cents")
        and ("cents" = 0 or ("state" in ('paid', 'written_off')) = ("settled_cents" = "cents"))
        and ("state" <> 'cancelled' or "settled_cents" = 0));
--> statement-breakpoint
-- Payments are only added: a merge of two records may change whose account it is, keeping times may remove them.
create function payments_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.forgets', true) = 'on' then return old; end if;
  if tg_op = 'UPDATE' and tg_table_name = 'payment' and to_jsonb(new) - 'payer_person_id' = to_jsonb(old) - 'payer_person_id' then
    return new;
  end if;
  raise exception 'payments are only added' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger payment_stays before update or delete on payment for each row execute function payments_stay();
--> statement-breakpoint
create trigger allocation_stays before update or delete on allocation for each row execute function payments_stay();
--> statement-breakpoint
-- Keeps what is settled of a charge, and by it the state; holds a payment within its sum, its club and its account.
create function allocation_settles() returns trigger language plpgsql as $$
declare
  booked payment%rowtype;
  used bigint;
begin
  select * into booked from payment where id = new.payment_id for update;
  update charge set
      settled_cents = settled_cents + new.cents,
      waived_cents = waived_cents + case when booked.kind = 'waiver' then new.cents else 0 end,
      state = case
        when settled_cents + new.cents = cents
          then case when waived_cents + case when booked.kind = 'waiver' then new.cents else 0 end = cents then 'written_off' else 'paid' end
        when state in ('paid', 'written_off') then 'open' else state end,
      paid_on = case
        when settled_cents + new.cents = cents
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
--> statement-breakpoint
create trigger allocation_settles after insert on allocation for each row execute function allocation_settles();
