-- compatible
CREATE TABLE "enrolment_pause" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"from_on" date NOT NULL,
	"to_on" date NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"by_user" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "enrolment_pause_months" CHECK (extract(day from "from_on") = 1 and extract(day from "to_on" + 1) = 1),
	CONSTRAINT "enrolment_pause_days" CHECK ("to_on" > "from_on")
);
--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "pause_max_months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "enrolment_pause_enrolment" ON "enrolment_pause" ("enrolment_id","from_on");--> statement-breakpoint
ALTER TABLE "enrolment_pause" ADD CONSTRAINT "enrolment_pause_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "enrolment_pause" ADD CONSTRAINT "enrolment_pause_enrolment_id_enrolment_id_fkey" FOREIGN KEY ("enrolment_id") REFERENCES "enrolment"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "enrolment_pause" ADD CONSTRAINT "enrolment_pause_by_user_app_user_id_fkey" FOREIGN KEY ("by_user") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_pause" CHECK ("pause_max_months" between 0 and 6);--> statement-breakpoint
-- Two pauses of one enrolment never overlap, whoever enters them.
alter table enrolment_pause add constraint enrolment_pause_once exclude using gist
  (enrolment_id with =, daterange(from_on, to_on, '[]') with &&);
--> statement-breakpoint
-- Seen by the club, and by who may act for the person; written in the scope of the club alone.
alter table enrolment_pause enable row level security;
--> statement-breakpoint
alter table enrolment_pause force row level security;
--> statement-breakpoint
create policy enrolment_pause_scope on enrolment_pause
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from enrolment e join person_access a on a.person_id = e.person_id
      where e.id = enrolment_pause.enrolment_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
