CREATE TABLE "ledger_entry" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"bank_line_id" uuid,
	"booked_on" date NOT NULL,
	"cents" integer NOT NULL,
	"category" text NOT NULL,
	"sphere" text NOT NULL,
	"text" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entry_category" CHECK ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'other_income', 'pay', 'halls', 'material', 'federation', 'insurance', 'travel', 'office', 'event_costs', 'bank_fees', 'other_costs')),
	CONSTRAINT "ledger_entry_sphere" CHECK ("sphere" in ('ideal', 'purpose', 'asset', 'business')),
	CONSTRAINT "ledger_entry_direction" CHECK ("cents" <> 0 and ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'other_income')) = ("cents" > 0))
);
--> statement-breakpoint
ALTER TABLE "donation" ADD COLUMN "bank_line_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "donation_line" ON "donation" ("bank_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entry_line" ON "ledger_entry" ("bank_line_id");--> statement-breakpoint
CREATE INDEX "ledger_entry_list" ON "ledger_entry" ("club","booked_on");--> statement-breakpoint
ALTER TABLE "donation" ADD CONSTRAINT "donation_bank_line_id_bank_line_id_fkey" FOREIGN KEY ("bank_line_id") REFERENCES "bank_line"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_bank_line_id_bank_line_id_fkey" FOREIGN KEY ("bank_line_id") REFERENCES "bank_line"("id") ON DELETE SET NULL;
--> statement-breakpoint
alter table ledger_entry enable row level security;
--> statement-breakpoint
alter table ledger_entry force row level security;
--> statement-breakpoint
create policy ledger_entry_scope on ledger_entry
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- Income and spending dated into a closed period neither come nor change; the years pass.
create function ledger_entries_stay_closed() returns trigger language plpgsql as $$
declare
  closed date := books_closed_until(coalesce(new.club, old.club));
begin
  if (tg_op <> 'INSERT' and old.booked_on <= closed) or (tg_op <> 'DELETE' and new.booked_on <= closed) then
    raise exception 'the books are closed on %', closed using errcode = 'check_violation', constraint = 'closed_period';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger ledger_entry_closed before insert or update of cents, booked_on, category, sphere, club on ledger_entry
  for each row execute function ledger_entries_stay_closed();
