-- compatible
CREATE TABLE "age_check" (
	"enrolment_id" uuid,
	"season" integer,
	"club" text NOT NULL,
	"told_at" timestamp with time zone,
	"decision" text,
	"reason" text DEFAULT '' NOT NULL,
	"course_id" uuid,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "age_check_pkey" PRIMARY KEY("enrolment_id","season"),
	CONSTRAINT "age_check_decision" CHECK ("decision" in ('kept', 'moved', 'ended')),
	CONSTRAINT "age_check_decided" CHECK (("decision" is null) = ("decided_at" is null))
);
--> statement-breakpoint
CREATE INDEX "age_check_course" ON "age_check" ("course_id");--> statement-breakpoint
ALTER TABLE "age_check" ADD CONSTRAINT "age_check_enrolment_id_enrolment_id_fkey" FOREIGN KEY ("enrolment_id") REFERENCES "enrolment"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "age_check" ADD CONSTRAINT "age_check_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "age_check" ADD CONSTRAINT "age_check_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "age_check" ADD CONSTRAINT "age_check_decided_by_app_user_id_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
-- Seen by the club, and by who may act for the person; written in the scope of the club alone.
alter table age_check enable row level security;
--> statement-breakpoint
alter table age_check force row level security;
--> statement-breakpoint
create policy age_check_scope on age_check
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from enrolment e join person_access a on a.person_id = e.person_id
      where e.id = age_check.enrolment_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
