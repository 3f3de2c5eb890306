CREATE TABLE "report_profile" (
	"club" text PRIMARY KEY,
	"adapter" text NOT NULL,
	"club_number" text NOT NULL,
	"software_key" text DEFAULT '' NOT NULL,
	"contact_person" text DEFAULT '' NOT NULL,
	"is_member_of" text[] DEFAULT '{}'::text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_snapshot" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"key_date" date NOT NULL,
	"number" integer NOT NULL,
	"adapter" text NOT NULL,
	"head" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"rows" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"hash" text NOT NULL,
	"files" jsonb DEFAULT '[]' NOT NULL,
	"state" text DEFAULT 'frozen' NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"handed_in_on" date,
	"handed_in_by" text,
	"portal_reference" text DEFAULT '' NOT NULL,
	"released_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_snapshot_state" CHECK ("state" in ('frozen', 'handedIn', 'replaced')),
	CONSTRAINT "report_snapshot_released" CHECK ("released_at" is null or "state" <> 'frozen')
);
--> statement-breakpoint
CREATE UNIQUE INDEX "report_snapshot_number" ON "report_snapshot" ("club","key_date","number");--> statement-breakpoint
CREATE UNIQUE INDEX "report_snapshot_handed_in" ON "report_snapshot" ("club","key_date") WHERE "state" = 'handedIn';--> statement-breakpoint
ALTER TABLE "report_profile" ADD CONSTRAINT "report_profile_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "report_snapshot" ADD CONSTRAINT "report_snapshot_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "person" DROP CONSTRAINT "person_gender", ADD CONSTRAINT "person_gender" CHECK ("gender" in ('m', 'w', 'd', 'o', 'x'));--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table report_profile enable row level security;
--> statement-breakpoint
alter table report_profile force row level security;
--> statement-breakpoint
create policy report_profile_scope on report_profile
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table report_snapshot enable row level security;
--> statement-breakpoint
alter table report_snapshot force row level security;
--> statement-breakpoint
create policy report_snapshot_scope on report_snapshot
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
