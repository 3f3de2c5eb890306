CREATE TABLE "change_request" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"created_by_name" text NOT NULL,
	"created_by_email" text NOT NULL,
	"changes" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "change_request_state" CHECK ("state" in ('open', 'accepted', 'declined', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "distinct_people" (
	"club" text NOT NULL,
	"first_id" uuid,
	"second_id" uuid,
	CONSTRAINT "distinct_people_pkey" PRIMARY KEY("first_id","second_id"),
	CONSTRAINT "distinct_people_order" CHECK ("first_id" < "second_id")
);
--> statement-breakpoint
CREATE TABLE "member_import" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"created_by" uuid,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"file_name" text NOT NULL,
	"content" bytea,
	"headings" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"state" text DEFAULT 'uploaded' NOT NULL,
	"total" integer NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"worked_at" timestamp with time zone,
	"counts" jsonb,
	"faults" jsonb,
	CONSTRAINT "member_import_state" CHECK ("state" in ('uploaded', 'running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "membership_application" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"applicant_name" text NOT NULL,
	"applicant_email" text NOT NULL,
	"for_child" boolean NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"birth_date" date NOT NULL,
	"details" jsonb NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"account_holder" text DEFAULT '' NOT NULL,
	"consents" text[] NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"member_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "membership_application_state" CHECK ("state" in ('new', 'accepted', 'declined')),
	CONSTRAINT "membership_application_account" CHECK (("iban" = '') = ("account_holder" = '')),
	CONSTRAINT "membership_application_decided" CHECK (("state" = 'new') = ("decided_at" is null))
);
--> statement-breakpoint
CREATE INDEX "change_request_inbox" ON "change_request" ("club","state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "change_request_one_open" ON "change_request" ("person_id") WHERE "state" = 'open';--> statement-breakpoint
CREATE INDEX "member_import_club" ON "member_import" ("club","created_at");--> statement-breakpoint
CREATE INDEX "member_import_running" ON "member_import" ("worked_at") WHERE "state" = 'running';--> statement-breakpoint
CREATE INDEX "membership_application_inbox" ON "membership_application" ("club","state","created_at");--> statement-breakpoint
ALTER TABLE "change_request" ADD CONSTRAINT "change_request_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "change_request" ADD CONSTRAINT "change_request_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "change_request" ADD CONSTRAINT "change_request_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "distinct_people" ADD CONSTRAINT "distinct_people_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "distinct_people" ADD CONSTRAINT "distinct_people_first_id_person_id_fkey" FOREIGN KEY ("first_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "distinct_people" ADD CONSTRAINT "distinct_people_second_id_person_id_fkey" FOREIGN KEY ("second_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "member_import" ADD CONSTRAINT "member_import_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "member_import" ADD CONSTRAINT "member_import_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "membership_application" ADD CONSTRAINT "membership_application_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "membership_application" ADD CONSTRAINT "membership_application_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "membership_application" ADD CONSTRAINT "membership_application_decided_by_app_user_id_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "membership_application" ADD CONSTRAINT "membership_application_member_id_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE SET NULL;--> statement-breakpoint

-- Row security: the own club; applicants and members see what they asked for (docs/decisions/0002).
alter table member_import enable row level security;
--> statement-breakpoint
alter table member_import force row level security;
--> statement-breakpoint
create policy member_import_scope on member_import
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table membership_application enable row level security;
--> statement-breakpoint
alter table membership_application force row level security;
--> statement-breakpoint
create policy membership_application_scope on membership_application
  using (current_setting('app.club', true) in (club, '*') or created_by::text = current_setting('app.user', true))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table change_request enable row level security;
--> statement-breakpoint
alter table change_request force row level security;
--> statement-breakpoint
create policy change_request_scope on change_request
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = change_request.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table distinct_people enable row level security;
--> statement-breakpoint
alter table distinct_people force row level security;
--> statement-breakpoint
create policy distinct_people_scope on distinct_people
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
