CREATE TABLE "association" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"no" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"land" text DEFAULT '' NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"source" text DEFAULT '' NOT NULL,
	CONSTRAINT "association_no_given" CHECK ("no" <> '')
);
--> statement-breakpoint
CREATE TABLE "department_association" (
	"id" uuid PRIMARY KEY,
	"department_id" uuid NOT NULL,
	"association_no" text NOT NULL,
	"sport_no" text DEFAULT '' NOT NULL,
	"valid_from" date,
	"valid_to" date,
	CONSTRAINT "department_association_days" CHECK ("valid_to" >= "valid_from")
);
--> statement-breakpoint
CREATE TABLE "ended_slice" (
	"slice_id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"member_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date
);
--> statement-breakpoint
DROP INDEX "department_name";--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "head_person_id" uuid;--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "deputy_person_id" uuid;--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "sport" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "cost_center" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "ended_on" date;--> statement-breakpoint
ALTER TABLE "department" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Who was no longer offered ended no later than today.
UPDATE "department" SET "ended_on" = current_date WHERE NOT "active";--> statement-breakpoint
CREATE UNIQUE INDEX "association_number" ON "association" ("club","no");--> statement-breakpoint
CREATE UNIQUE INDEX "department_open_name" ON "department" ("club",lower(btrim("name"))) WHERE "ended_on" is null;--> statement-breakpoint
CREATE INDEX "department_head" ON "department" ("head_person_id");--> statement-breakpoint
CREATE INDEX "department_deputy" ON "department" ("deputy_person_id");--> statement-breakpoint
CREATE INDEX "department_association_department" ON "department_association" ("department_id");--> statement-breakpoint
CREATE INDEX "ended_slice_department" ON "ended_slice" ("department_id");--> statement-breakpoint
CREATE INDEX "ended_slice_member" ON "ended_slice" ("member_id");--> statement-breakpoint
ALTER TABLE "association" ADD CONSTRAINT "association_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "department_association" ADD CONSTRAINT "department_association_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ended_slice" ADD CONSTRAINT "ended_slice_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "ended_slice" ADD CONSTRAINT "ended_slice_member_id_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "ended_slice" ADD CONSTRAINT "ended_slice_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_name_given" CHECK (btrim("name") <> '');--> statement-breakpoint
-- These keys point to a higher floor, so the code of departments does not know them.
ALTER TABLE "department" ADD CONSTRAINT "department_head_person_id_person_id_fkey" FOREIGN KEY ("head_person_id") REFERENCES "person"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_deputy_person_id_person_id_fkey" FOREIGN KEY ("deputy_person_id") REFERENCES "person"("id") ON DELETE SET NULL;--> statement-breakpoint
-- The numbers at the federations become texts, several for a department.
INSERT INTO "association" ("id", "club", "no")
  SELECT gen_random_uuid(), "club", "dosb_association_no"::text FROM "department" WHERE "dosb_association_no" IS NOT NULL GROUP BY "club", "dosb_association_no";--> statement-breakpoint
INSERT INTO "department_association" ("id", "department_id", "association_no", "sport_no")
  SELECT gen_random_uuid(), "id", "dosb_association_no"::text, coalesce("dosb_sport_no"::text, '') FROM "department" WHERE "dosb_association_no" IS NOT NULL;--> statement-breakpoint
-- Which member was in which department concerns people, as in member_department.
alter table ended_slice enable row level security;
--> statement-breakpoint
alter table ended_slice force row level security;
--> statement-breakpoint
create policy ended_slice_scope on ended_slice
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- Courses are found by the name of their department, so a new name is looked for, too.
create function keep_department_search() returns trigger language plpgsql as $$
begin
  perform index_course_search(c) from course c where c.department_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger department_is_searched after update of name on department for each row
  when (old.name is distinct from new.name) execute function keep_department_search();
