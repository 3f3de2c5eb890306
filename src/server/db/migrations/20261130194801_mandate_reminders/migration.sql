-- compatible
CREATE TABLE "mandate_reminder" (
	"payer_person_id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"sent_on" date NOT NULL,
	"sent_by" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mandate_reminder_club" ON "mandate_reminder" ("club");--> statement-breakpoint
ALTER TABLE "mandate_reminder" ADD CONSTRAINT "mandate_reminder_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "mandate_reminder" ADD CONSTRAINT "mandate_reminder_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
alter table mandate_reminder enable row level security;
--> statement-breakpoint
alter table mandate_reminder force row level security;
--> statement-breakpoint
create policy mandate_reminder_scope on mandate_reminder
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
