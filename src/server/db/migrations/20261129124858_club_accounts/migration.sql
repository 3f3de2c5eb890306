-- compatible: the former program goes on with its parameters and opening balances, which stay as they were until the next release
CREATE TABLE "club_account" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'bank' NOT NULL,
	"holder" text DEFAULT '' NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"bic" text DEFAULT '' NOT NULL,
	"creditor_id" text DEFAULT '' NOT NULL,
	"former_creditor_id" text DEFAULT '' NOT NULL,
	"is_collect" boolean DEFAULT false NOT NULL,
	"is_pay" boolean DEFAULT false NOT NULL,
	"is_confirmed" boolean DEFAULT true NOT NULL,
	"changed_by_id" uuid,
	"opening_cents" bigint,
	"opening_on" date,
	"ended_on" date,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "club_account_kind" CHECK ("kind" in ('bank', 'cash')),
	CONSTRAINT "club_account_opening" CHECK (("opening_cents" is null) = ("opening_on" is null)),
	CONSTRAINT "club_account_cash_box" CHECK ("kind" = 'bank' or ("iban" = '' and coalesce("opening_cents", 0) >= 0)),
	CONSTRAINT "club_account_usable" CHECK (not ("is_collect" or "is_pay") or ("kind" = 'bank' and "is_confirmed" and "ended_on" is null))
);
--> statement-breakpoint
ALTER TABLE "bank_line" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "bank_line" ADD COLUMN "other_account_id" uuid;--> statement-breakpoint
ALTER TABLE "bank_statement" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "sepa_run" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "sepa_run_item" ADD COLUMN "former_creditor_id" text;--> statement-breakpoint
ALTER TABLE "donation" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "payout_run" ADD COLUMN "account_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "club_account_iban" ON "club_account" ("club","iban") WHERE "iban" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "club_account_name" ON "club_account" ("club",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "club_account_collects" ON "club_account" ("club") WHERE "is_collect";--> statement-breakpoint
CREATE UNIQUE INDEX "club_account_pays" ON "club_account" ("club") WHERE "is_pay";--> statement-breakpoint
CREATE UNIQUE INDEX "club_account_cash" ON "club_account" ("club") WHERE "kind" = 'cash';--> statement-breakpoint
CREATE INDEX "club_account_changed_by" ON "club_account" ("changed_by_id") WHERE "changed_by_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_line_account" ON "bank_line" ("account_id") WHERE "account_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_line_other_account" ON "bank_line" ("other_account_id") WHERE "other_account_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_statement_account" ON "bank_statement" ("account_id") WHERE "account_id" is not null;--> statement-breakpoint
CREATE INDEX "sepa_run_account" ON "sepa_run" ("account_id") WHERE "account_id" is not null;--> statement-breakpoint
CREATE INDEX "donation_club_account" ON "donation" ("account_id") WHERE "account_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_entry_club_account" ON "ledger_entry" ("account_id") WHERE "account_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_club_account" ON "payment" ("account_id") WHERE "account_id" is not null;--> statement-breakpoint
CREATE INDEX "payout_run_account" ON "payout_run" ("account_id") WHERE "account_id" is not null;--> statement-breakpoint
ALTER TABLE "club_account" ADD CONSTRAINT "club_account_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "bank_line" ADD CONSTRAINT "bank_line_account_id_club_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "club_account"("id");--> statement-breakpoint
ALTER TABLE "bank_line" ADD CONSTRAINT "bank_line_other_account_id_club_account_id_fkey" FOREIGN KEY ("other_account_id") REFERENCES "club_account"("id");--> statement-breakpoint
ALTER TABLE "bank_statement" ADD CONSTRAINT "bank_statement_account_id_club_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "club_account"("id");--> statement-breakpoint
ALTER TABLE "sepa_run" ADD CONSTRAINT "sepa_run_account_id_club_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "club_account"("id");--> statement-breakpoint
ALTER TABLE "donation" ADD CONSTRAINT "donation_account_id_club_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "club_account"("id");--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_club_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "club_account"("id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_account_id_club_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "club_account"("id");--> statement-breakpoint
ALTER TABLE "payout_run" ADD CONSTRAINT "payout_run_account_id_club_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "club_account"("id");--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_category", ADD CONSTRAINT "ledger_entry_category" CHECK ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'cash_deposited', 'moved_in', 'other_income', 'pay', 'halls', 'material', 'federation', 'insurance', 'travel', 'office', 'event_costs', 'bank_fees', 'cash_withdrawn', 'moved_out', 'other_costs'));--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_direction", ADD CONSTRAINT "ledger_entry_direction" CHECK ("cents" <> 0 and ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'cash_deposited', 'moved_in', 'other_income')) = (("cents" > 0) = ("reverses" is null)));--> statement-breakpoint
ALTER TABLE "bank_rule" DROP CONSTRAINT "bank_rule_category", ADD CONSTRAINT "bank_rule_category" CHECK ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'cash_deposited', 'moved_in', 'other_income', 'pay', 'halls', 'material', 'federation', 'insurance', 'travel', 'office', 'event_costs', 'bank_fees', 'cash_withdrawn', 'moved_out', 'other_costs') and "sphere" in ('ideal', 'purpose', 'asset', 'business')
        and ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'cash_deposited', 'moved_in', 'other_income')) = ("direction" = 'in'));
--> statement-breakpoint
ALTER TABLE "club_account" ADD CONSTRAINT "club_account_changed_by_id_app_user_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;
--> statement-breakpoint
-- What was the account of a club is its first one, which collects and pays; without an account of its own, its cash box.
select set_config('app.club', '*', true);
--> statement-breakpoint
insert into club_account (id, club, name, kind, holder, iban, creditor_id, is_collect, is_pay, opening_cents, opening_on, created_at)
select gen_random_uuid(), c.name, 'Konto', 'bank', coalesce(set_to.holder, ''), coalesce(set_to.iban, ''), coalesce(set_to.creditor_id, ''), true, true,
  opening.cents, opening.opening_day, now()
from club c
cross join lateral (select
  max(p.value #>> '{}') filter (where p.name = 'sepa.' || c.name || '.creditorName') as holder,
  max(p.value #>> '{}') filter (where p.name = 'sepa.' || c.name || '.iban') as iban,
  max(p.value #>> '{}') filter (where p.name = 'sepa.' || c.name || '.creditorId') as creditor_id
  from config_parameter p where p.name like 'sepa.' || c.name || '.%') set_to
left join opening_balance opening on opening.club = c.name and opening.account = 'bank'
where coalesce(set_to.holder, '') || coalesce(set_to.iban, '') || coalesce(set_to.creditor_id, '') <> '' or opening.club is not null
  or exists (select from bank_line l where l.club = c.name) or exists (select from payout_run r where r.club = c.name);
--> statement-breakpoint
insert into club_account (id, club, name, kind, opening_cents, opening_on, created_at)
select gen_random_uuid(), club, 'Kasse', 'cash', cents, opening_day, now() from opening_balance where account = 'cash';
--> statement-breakpoint
update bank_statement set account_id = a.id from club_account a where a.club = bank_statement.club and a.kind = 'bank';
--> statement-breakpoint
update bank_line set account_id = a.id from club_account a where a.club = bank_line.club and a.kind = 'bank';
--> statement-breakpoint
update sepa_run set account_id = a.id from club_account a where a.club = sepa_run.club and a.kind = 'bank';
--> statement-breakpoint
update payout_run set account_id = a.id from club_account a where a.club = payout_run.club and a.kind = 'bank';
--> statement-breakpoint
select set_config('app.club', '', true);
--> statement-breakpoint
alter table club_account enable row level security;
--> statement-breakpoint
alter table club_account force row level security;
--> statement-breakpoint
create policy club_account_scope on club_account
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- Money on a bank account lies where its bank line, its run or the row that it reverses does; otherwise on the account that collects or pays.
create function money_finds_club_account() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payment' then
    if new.kind in ('cash', 'offset', 'waiver', 'split', 'opening') or new.in_cash then return new; end if;
    if new.reverses is not null then select account_id into new.account_id from payment where id = new.reverses; return new; end if;
    if new.bank_line_id is not null then select account_id into new.account_id from bank_line where id = new.bank_line_id; return new; end if;
    if new.run_id is not null then select account_id into new.account_id from sepa_run where id = new.run_id; return new; end if;
  elsif tg_table_name = 'ledger_entry' then
    if new.account <> 'bank' then return new; end if;
    if new.reverses is not null then select account_id into new.account_id from ledger_entry where id = new.reverses; return new; end if;
    if new.bank_line_id is not null then select account_id into new.account_id from bank_line where id = new.bank_line_id; return new; end if;
    if new.payout_item_id is not null then
      select r.account_id into new.account_id from payout_item i join payout_run r on r.id = i.run_id where i.id = new.payout_item_id;
      return new;
    end if;
  else
    if new.kind <> 'money' or new.in_cash then return new; end if;
    if new.bank_line_id is not null then select account_id into new.account_id from bank_line where id = new.bank_line_id; return new; end if;
  end if;
  select id into new.account_id from club_account where club = new.club and case when new.cents < 0 then is_pay else is_collect end;
  return new;
end $$;
--> statement-breakpoint
create trigger payment_club_account before insert on payment for each row when (new.account_id is null) execute function money_finds_club_account();
--> statement-breakpoint
create trigger ledger_entry_club_account before insert on ledger_entry for each row when (new.account_id is null) execute function money_finds_club_account();
--> statement-breakpoint
create trigger donation_club_account before insert on donation for each row when (new.account_id is null) execute function money_finds_club_account();
--> statement-breakpoint
-- The former program, should an update be taken back, finds the opening balances of the first account and of the cash box.
create function opening_balances_follow() returns trigger language plpgsql as $$
begin
  if new.opening_on is null or (new.kind = 'bank' and exists (select from club_account earlier
    where earlier.club = new.club and earlier.kind = 'bank' and (earlier.created_at, earlier.id) < (new.created_at, new.id))) then return new; end if;
  insert into opening_balance (club, account, cents, opening_day) values (new.club, new.kind, new.opening_cents, new.opening_on)
    on conflict (club, account) do update set cents = excluded.cents, opening_day = excluded.opening_day;
  return new;
end $$;
--> statement-breakpoint
create trigger club_account_opening after insert or update of opening_cents, opening_on on club_account
  for each row execute function opening_balances_follow();
