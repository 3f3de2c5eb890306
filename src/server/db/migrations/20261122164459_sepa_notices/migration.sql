CREATE TABLE "sepa_notice" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"mandate_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"cents" integer NOT NULL,
	"told_on" date NOT NULL,
	"channel" text NOT NULL,
	"run_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sepa_notice_cents" CHECK ("cents" > 0),
	CONSTRAINT "sepa_notice_channel" CHECK ("channel" in ('mail', 'letter'))
);
--> statement-breakpoint
ALTER TABLE "sepa_run_item" ADD COLUMN "was_due_on" date;--> statement-breakpoint
CREATE INDEX "sepa_notice_mandate" ON "sepa_notice" ("mandate_id","due_on");--> statement-breakpoint
CREATE INDEX "sepa_notice_day" ON "sepa_notice" ("club","due_on");--> statement-breakpoint
CREATE INDEX "sepa_notice_run" ON "sepa_notice" ("run_id");--> statement-breakpoint
ALTER TABLE "sepa_notice" ADD CONSTRAINT "sepa_notice_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "sepa_notice" ADD CONSTRAINT "sepa_notice_mandate_id_sepa_mandate_id_fkey" FOREIGN KEY ("mandate_id") REFERENCES "sepa_mandate"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sepa_notice" ADD CONSTRAINT "sepa_notice_run_id_sepa_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "sepa_run"("id") ON DELETE CASCADE;
--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table sepa_notice enable row level security;
--> statement-breakpoint
alter table sepa_notice force row level security;
--> statement-breakpoint
create policy sepa_notice_scope on sepa_notice
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
