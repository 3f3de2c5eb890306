CREATE TABLE "clearance" (
	"person_id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"certificate_on" date NOT NULL,
	"seen_on" date NOT NULL,
	"seen_by" uuid,
	"result" text NOT NULL,
	"duty_ended_on" date,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "clearance_result" CHECK ("result" in ('noEntry', 'notWithMinors')),
	CONSTRAINT "clearance_days" CHECK ("certificate_on" <= "seen_on")
);
--> statement-breakpoint
CREATE INDEX "clearance_club" ON "clearance" ("club");--> statement-breakpoint
CREATE INDEX "clearance_ended" ON "clearance" ("duty_ended_on");--> statement-breakpoint
ALTER TABLE "clearance" ADD CONSTRAINT "clearance_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "clearance" ADD CONSTRAINT "clearance_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "clearance" ADD CONSTRAINT "clearance_seen_by_app_user_id_fkey" FOREIGN KEY ("seen_by") REFERENCES "app_user"("id") ON DELETE SET NULL;
-- Row security: the own club (docs/decisions/0002).
--> statement-breakpoint
alter table clearance enable row level security;
--> statement-breakpoint
alter table clearance force row level security;
--> statement-breakpoint
create policy clearance_scope on clearance
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
