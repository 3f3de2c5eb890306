CREATE TABLE "hour_entry" (
	"id" uuid PRIMARY KEY,
	"sheet_id" uuid NOT NULL,
	"club" text NOT NULL,
	"person_id" uuid NOT NULL,
	"session_id" uuid,
	"local_date" date NOT NULL,
	"minutes" integer NOT NULL,
	"activity" text NOT NULL,
	"participants" integer,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "hour_entry_minutes" CHECK ("minutes" between 1 and 960)
);
--> statement-breakpoint
CREATE TABLE "hour_sheet" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"person_id" uuid NOT NULL,
	"department_id" uuid,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"rate_cents" integer,
	"total_minutes" integer DEFAULT 0 NOT NULL,
	"total_cents" integer,
	"submitted_at" timestamp with time zone,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"reject_reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "hour_sheet_state" CHECK ("state" in ('draft', 'submitted', 'approved', 'rejected', 'exported', 'paid')),
	CONSTRAINT "hour_sheet_period" CHECK ("period_to" >= "period_from"),
	CONSTRAINT "hour_sheet_frozen" CHECK ("state" in ('draft', 'rejected') or "total_cents" is not null)
);
--> statement-breakpoint
CREATE TABLE "trainer_rate" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"department_id" uuid,
	"person_id" uuid,
	"cents" integer NOT NULL,
	"valid_from" date NOT NULL,
	CONSTRAINT "trainer_rate_cents" CHECK ("cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "hour_entry_once" ON "hour_entry" ("person_id","session_id") WHERE "session_id" is not null;--> statement-breakpoint
CREATE INDEX "hour_entry_sheet" ON "hour_entry" ("sheet_id");--> statement-breakpoint
CREATE INDEX "hour_entry_session" ON "hour_entry" ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hour_sheet_once" ON "hour_sheet" ("person_id","period_from",coalesce("department_id", '00000000-0000-0000-0000-000000000000'::uuid));--> statement-breakpoint
CREATE INDEX "hour_sheet_list" ON "hour_sheet" ("club","state","period_from");--> statement-breakpoint
ALTER TABLE "hour_entry" ADD CONSTRAINT "hour_entry_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "hour_entry" ADD CONSTRAINT "hour_entry_session_id_course_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "course_session"("id");--> statement-breakpoint
ALTER TABLE "hour_entry" ADD CONSTRAINT "hour_entry_sheet_id_hour_sheet_id_fkey" FOREIGN KEY ("sheet_id") REFERENCES "hour_sheet"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "hour_sheet" ADD CONSTRAINT "hour_sheet_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "hour_sheet" ADD CONSTRAINT "hour_sheet_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "hour_sheet" ADD CONSTRAINT "hour_sheet_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");--> statement-breakpoint
ALTER TABLE "hour_sheet" ADD CONSTRAINT "hour_sheet_approved_by_app_user_id_fkey" FOREIGN KEY ("approved_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "trainer_rate" ADD CONSTRAINT "trainer_rate_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "trainer_rate" ADD CONSTRAINT "trainer_rate_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");--> statement-breakpoint
ALTER TABLE "trainer_rate" ADD CONSTRAINT "trainer_rate_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint

-- Row security: the own club; whoever may act for a trainer also reads his sheets (docs/decisions/0002).
alter table trainer_rate enable row level security;
--> statement-breakpoint
alter table trainer_rate force row level security;
--> statement-breakpoint
create policy trainer_rate_scope on trainer_rate
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table hour_sheet enable row level security;
--> statement-breakpoint
alter table hour_sheet force row level security;
--> statement-breakpoint
create policy hour_sheet_scope on hour_sheet
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = hour_sheet.person_id
      and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table hour_entry enable row level security;
--> statement-breakpoint
alter table hour_entry force row level security;
--> statement-breakpoint
create policy hour_entry_scope on hour_entry
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = hour_entry.person_id
      and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
