-- compatible: only this release makes payouts of expenses
CREATE TABLE "expense" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"person_id" uuid NOT NULL,
	"department_id" uuid,
	"spent_on" date NOT NULL,
	"cents" integer NOT NULL,
	"km" integer,
	"purpose" text NOT NULL,
	"category" text,
	"state" text DEFAULT 'submitted' NOT NULL,
	"reject_reason" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "expense_state" CHECK ("state" in ('submitted', 'approved', 'rejected', 'paid', 'waived')),
	CONSTRAINT "expense_cents" CHECK ("cents" between 1 and 1000000),
	CONSTRAINT "expense_km" CHECK ("km" between 1 and 5000),
	CONSTRAINT "expense_day" CHECK ("spent_on" <= ("submitted_at" at time zone 'Europe/Berlin')::date),
	CONSTRAINT "expense_category" CHECK ("category" in ('pay', 'halls', 'material', 'federation', 'insurance', 'travel', 'office', 'event_costs', 'bank_fees', 'other_costs')),
	CONSTRAINT "expense_decided" CHECK (("state" in ('approved', 'paid', 'waived')) = ("category" is not null)
        and ("state" = 'submitted') = ("decided_at" is null))
);
--> statement-breakpoint
CREATE INDEX "expense_list" ON "expense" ("club","state","submitted_at");--> statement-breakpoint
CREATE INDEX "expense_person" ON "expense" ("person_id");--> statement-breakpoint
CREATE INDEX "expense_department" ON "expense" ("department_id") WHERE "department_id" is not null;--> statement-breakpoint
CREATE INDEX "expense_decided_by" ON "expense" ("decided_by") WHERE "decided_by" is not null;--> statement-breakpoint
ALTER TABLE "expense" ADD CONSTRAINT "expense_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "expense" ADD CONSTRAINT "expense_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "expense" ADD CONSTRAINT "expense_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");--> statement-breakpoint
ALTER TABLE "expense" ADD CONSTRAINT "expense_decided_by_app_user_id_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "payout_item" DROP CONSTRAINT "payout_item_source", ADD CONSTRAINT "payout_item_source" CHECK ("source" in ('refund', 'credit', 'hour_sheet', 'expense'));--> statement-breakpoint
-- Row security: the own club; an account also reads the expenses of the persons it may act for (docs/decisions/0002).
alter table expense enable row level security;
--> statement-breakpoint
alter table expense force row level security;
--> statement-breakpoint
create policy expense_scope on expense
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = expense.person_id
      and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
