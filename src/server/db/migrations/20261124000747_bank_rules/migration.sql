-- compatible
CREATE TABLE "bank_rule" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"direction" text NOT NULL,
	"name_contains" text NOT NULL,
	"purpose_contains" text NOT NULL,
	"cents_from" integer,
	"cents_to" integer,
	"way" text NOT NULL,
	"category" text,
	"sphere" text,
	"reason" text DEFAULT '' NOT NULL,
	"is_automatic" boolean NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bank_rule_known" CHECK ("direction" in ('in', 'out') and "way" in ('entry', 'ignore')),
	CONSTRAINT "bank_rule_words" CHECK ("name_contains" <> '' or "purpose_contains" <> ''),
	CONSTRAINT "bank_rule_sums" CHECK ("cents_to" >= "cents_from"),
	CONSTRAINT "bank_rule_entry" CHECK (("way" = 'entry') = ("category" is not null and "sphere" is not null)
        and ("way" = 'ignore') = ("reason" <> '')),
	CONSTRAINT "bank_rule_category" CHECK ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'other_income', 'pay', 'halls', 'material', 'federation', 'insurance', 'travel', 'office', 'event_costs', 'bank_fees', 'other_costs') and "sphere" in ('ideal', 'purpose', 'asset', 'business')
        and ("category" in ('subsidy', 'sponsoring', 'event_income', 'rent_income', 'interest', 'other_income')) = ("direction" = 'in'))
);
--> statement-breakpoint
DROP INDEX "ledger_entry_line";--> statement-breakpoint
CREATE INDEX "ledger_entry_line" ON "ledger_entry" ("bank_line_id");--> statement-breakpoint
CREATE INDEX "bank_rule_list" ON "bank_rule" ("club","position");--> statement-breakpoint
ALTER TABLE "bank_rule" ADD CONSTRAINT "bank_rule_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");
--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table bank_rule enable row level security;
--> statement-breakpoint
alter table bank_rule force row level security;
--> statement-breakpoint
create policy bank_rule_scope on bank_rule
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
