-- compatible
CREATE TABLE "cash_entry" (
	"club" text,
	"no" integer,
	"booked_on" date NOT NULL,
	"cents" integer NOT NULL,
	"text" text NOT NULL,
	"payment_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cash_entry_pkey" PRIMARY KEY("club","no"),
	CONSTRAINT "cash_entry_cents" CHECK ("cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "opening_balance" (
	"club" text,
	"account" text,
	"cents" bigint NOT NULL,
	"opening_day" date NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "opening_balance_pkey" PRIMARY KEY("club","account"),
	CONSTRAINT "opening_balance_account" CHECK ("account" in ('bank', 'cash')),
	CONSTRAINT "opening_balance_cash" CHECK ("account" <> 'cash' or "cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "donation" ADD COLUMN "in_cash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "payout_item_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "reverses" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "account" text DEFAULT 'bank' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "in_cash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "cash_entry_day" ON "cash_entry" ("club","booked_on","no");--> statement-breakpoint
CREATE INDEX "cash_entry_payment" ON "cash_entry" ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entry_reversed_once" ON "ledger_entry" ("reverses");--> statement-breakpoint
CREATE INDEX "ledger_entry_payout" ON "ledger_entry" ("payout_item_id");--> statement-breakpoint
ALTER TABLE "cash_entry" ADD CONSTRAINT "cash_entry_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "cash_entry" ADD CONSTRAINT "cash_entry_payment_id_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "opening_balance" ADD CONSTRAINT "opening_balance_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_payout_item_id_payout_item_id_fkey" FOREIGN KEY ("payout_item_id") REFERENCES "payout_item"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_reverses_ledger_entry_id_fkey" FOREIGN KEY ("reverses") REFERENCES "ledger_entry"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account" CHECK ("account" in ('bank', 'cash'));--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_category", ADD CONSTRAINT "ledger_entry_category" CHECK ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'cash_deposited', 'other_income', 'pay', 'halls', 'material', 'federation', 'insurance', 'travel', 'office', 'event_costs', 'bank_fees', 'cash_withdrawn', 'other_costs'));--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_direction", ADD CONSTRAINT "ledger_entry_direction" CHECK ("cents" <> 0 and ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'cash_deposited', 'other_income')) = (("cents" > 0) = ("reverses" is null)));--> statement-breakpoint
ALTER TABLE "bank_rule" DROP CONSTRAINT "bank_rule_category", ADD CONSTRAINT "bank_rule_category" CHECK ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'cash_deposited', 'other_income', 'pay', 'halls', 'material', 'federation', 'insurance', 'travel', 'office', 'event_costs', 'bank_fees', 'cash_withdrawn', 'other_costs') and "sphere" in ('ideal', 'purpose', 'asset', 'business')
        and ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'cash_deposited', 'other_income')) = ("direction" = 'in'));--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table opening_balance enable row level security;
--> statement-breakpoint
alter table opening_balance force row level security;
--> statement-breakpoint
create policy opening_balance_scope on opening_balance
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table cash_entry enable row level security;
--> statement-breakpoint
alter table cash_entry force row level security;
--> statement-breakpoint
create policy cash_entry_scope on cash_entry
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- What was written by hand lay in cash; what a file of transfers paid to trainers, and the bank confirmed, was spent.
do $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  update ledger_entry set account = 'cash' where bank_line_id is null;
  insert into ledger_entry (id, club, booked_on, cents, category, sphere, text, payout_item_id, account, created_by, created_at)
    select gen_random_uuid(), i.club, r.executed_on, -i.cents, 'pay', 'purpose', left(i.remittance || ', ' || i.holder, 200), i.id, 'bank', 'Übernahme', now()
    from payout_item i join payout_run r on r.id = i.run_id
    where i.source = 'hour_sheet' and i.failed_reason = '' and r.state = 'executed'
      and r.executed_on > coalesce(books_closed_until(i.club), date '1900-01-01')
      and exists (select 1 from bank_line b where b.club = i.club and r.message_id = any(b."references"));
  insert into cash_entry (club, no, booked_on, cents, text, payment_id, created_at)
    select club, row_number() over (partition by club order by created_at, id), booked_on, cents, text, payment_id, created_at from (
      select id, club, booked_on, cents, case when reverses is null then 'Barzahlung' else 'Zurückgenommen: Barzahlung' end as text, id as payment_id, created_at
        from payment where kind = 'cash' and cents <> 0
      union all
      select id, club, booked_on, cents, text, null, created_at from ledger_entry where account = 'cash') moved;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
--> statement-breakpoint
-- The cash book is only added to: an account that goes is no longer named, and the years pass.
create function cash_entries_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and extract(year from old.booked_on) + 10 < extract(year from portal_today()) then return old; end if;
  if tg_op = 'UPDATE' and new.payment_id is null and to_jsonb(new) - 'payment_id' = to_jsonb(old) - 'payment_id' then return new; end if;
  raise exception 'the cash book is only added to' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger cash_entry_stays before update or delete on cash_entry for each row execute function cash_entries_stay();
