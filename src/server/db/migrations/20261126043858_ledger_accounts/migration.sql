-- compatible
CREATE TABLE "ledger_account" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"name" text NOT NULL,
	"sphere" text NOT NULL,
	"ended_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "ledger_account_sphere" CHECK ("sphere" in ('ideal', 'purpose', 'asset', 'business'))
);
--> statement-breakpoint
CREATE TABLE "ledger_source" (
	"club" text,
	"source" text,
	"account_id" uuid NOT NULL,
	CONSTRAINT "ledger_source_pkey" PRIMARY KEY("club","source"),
	CONSTRAINT "ledger_source_source" CHECK ("source" in ('course', 'event', 'membership', 'adjustment', 'helper_hours', 'cancel_fee', 'return_fee', 'dunning_fee', 'other', 'refund') and "source" <> 'refund')
);
--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "ledger_account_id" uuid;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "ledger_account_id" uuid;--> statement-breakpoint
CREATE INDEX "charge_ledger_account" ON "charge" ("ledger_account_id") WHERE "ledger_account_id" is not null;--> statement-breakpoint
CREATE INDEX "fee_rule_ledger_account" ON "fee_rule" ("ledger_account_id") WHERE "ledger_account_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_account_name" ON "ledger_account" ("club",lower("name"));--> statement-breakpoint
CREATE INDEX "ledger_source_account" ON "ledger_source" ("account_id");--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_ledger_account_id_ledger_account_id_fkey" FOREIGN KEY ("ledger_account_id") REFERENCES "ledger_account"("id");--> statement-breakpoint
ALTER TABLE "fee_rule" ADD CONSTRAINT "fee_rule_ledger_account_id_ledger_account_id_fkey" FOREIGN KEY ("ledger_account_id") REFERENCES "ledger_account"("id");--> statement-breakpoint
ALTER TABLE "ledger_account" ADD CONSTRAINT "ledger_account_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "ledger_source" ADD CONSTRAINT "ledger_source_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "ledger_source" ADD CONSTRAINT "ledger_source_account_id_ledger_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_account"("id") ON DELETE CASCADE;
--> statement-breakpoint
alter table ledger_account enable row level security;
--> statement-breakpoint
alter table ledger_account force row level security;
--> statement-breakpoint
create policy ledger_account_scope on ledger_account
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table ledger_source enable row level security;
--> statement-breakpoint
alter table ledger_source force row level security;
--> statement-breakpoint
create policy ledger_source_scope on ledger_source
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- A charge books to the account of its rule, else of its source, with the sphere of that account, and keeps both. What belongs
-- to another charge (a refund, an installment, an adjustment) books where that one does.
create function charge_finds_account() returns trigger language plpgsql as $$
declare
  parent uuid := coalesce(new.refund_of, new.split_of, case when new.source = 'adjustment' then new.source_id end);
begin
  if parent is not null then
    select ledger_account_id into new.ledger_account_id from charge where id = parent;
  elsif new.ledger_account_id is null then
    select a.id into new.ledger_account_id from ledger_account a
    where a.club = new.club and a.ended_on is null and a.id = coalesce(
      (select r.ledger_account_id from fee_rule r where new.source = 'membership' and r.id = new.source_id),
      (select s.account_id from ledger_source s where s.club = new.club and s.source = new.source));
  end if;
  if new.ledger_account_id is not null then
    select sphere into new.tax_sphere from ledger_account where id = new.ledger_account_id;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger charge_account before insert on charge for each row execute function charge_finds_account();
