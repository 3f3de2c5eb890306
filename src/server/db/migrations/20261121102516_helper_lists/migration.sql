CREATE TABLE "operational" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"event_id" uuid,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"visibility" text DEFAULT 'members' NOT NULL,
	"public_token" text NOT NULL,
	"reminder_days" integer DEFAULT 2 NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "operational_state" CHECK ("state" in ('draft', 'open', 'closed', 'done', 'cancelled')),
	CONSTRAINT "operational_visibility" CHECK ("visibility" in ('internal', 'members', 'link')),
	CONSTRAINT "operational_days" CHECK ("ends_on" >= "starts_on"),
	CONSTRAINT "operational_reminder" CHECK ("reminder_days" between 0 and 30)
);
--> statement-breakpoint
CREATE TABLE "operational_assignment" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"shift_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"person_id" uuid,
	"guest_name" text,
	"guest_email" text,
	"guest_phone" text,
	"helper_key" text NOT NULL,
	"state" text NOT NULL,
	"seeks_relief" boolean DEFAULT false NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"credited_minutes" integer,
	"manage_token" text NOT NULL,
	"hold_expires_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "operational_assignment_state" CHECK ("state" in ('unverified', 'confirmed', 'standby', 'cancelled', 'done', 'no_show')),
	CONSTRAINT "operational_assignment_who" CHECK (num_nonnulls("person_id", "guest_name") >= 1),
	CONSTRAINT "operational_assignment_hold" CHECK (("state" = 'unverified') = ("hold_expires_at" is not null)),
	CONSTRAINT "operational_assignment_credit" CHECK ("credited_minutes" between 0 and 1440)
);
--> statement-breakpoint
CREATE TABLE "operational_shift" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"operational_id" uuid NOT NULL,
	"area" text DEFAULT '' NOT NULL,
	"task" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"needed" integer NOT NULL,
	"age_min" integer,
	"contact" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"credit_minutes" integer,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "operational_shift_span" UNIQUE("id","starts_at","ends_at"),
	CONSTRAINT "operational_shift_times" CHECK ("ends_at" > "starts_at"),
	CONSTRAINT "operational_shift_needed" CHECK ("needed" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "operational_token" ON "operational" ("public_token");--> statement-breakpoint
CREATE INDEX "operational_club" ON "operational" ("club","starts_on");--> statement-breakpoint
CREATE UNIQUE INDEX "operational_assignment_token" ON "operational_assignment" ("manage_token");--> statement-breakpoint
CREATE UNIQUE INDEX "operational_once" ON "operational_assignment" ("shift_id","helper_key") WHERE "state" in ('unverified', 'confirmed', 'standby', 'done');--> statement-breakpoint
CREATE INDEX "operational_assignment_places" ON "operational_assignment" ("shift_id","state");--> statement-breakpoint
CREATE INDEX "operational_assignment_person" ON "operational_assignment" ("person_id");--> statement-breakpoint
CREATE INDEX "operational_assignment_user" ON "operational_assignment" ("created_by");--> statement-breakpoint
CREATE INDEX "operational_assignment_hold_end" ON "operational_assignment" ("hold_expires_at") WHERE "state" = 'unverified';--> statement-breakpoint
CREATE INDEX "operational_shift_list" ON "operational_shift" ("operational_id","starts_at");--> statement-breakpoint
ALTER TABLE "operational" ADD CONSTRAINT "operational_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "operational" ADD CONSTRAINT "operational_event_id_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "operational_assignment" ADD CONSTRAINT "operational_assignment_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "operational_assignment" ADD CONSTRAINT "operational_assignment_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "operational_assignment" ADD CONSTRAINT "operational_assignment_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "operational_assignment" ADD CONSTRAINT "operational_assignment_shift" FOREIGN KEY ("shift_id","starts_at","ends_at") REFERENCES "operational_shift"("id","starts_at","ends_at") ON DELETE CASCADE ON UPDATE CASCADE;--> statement-breakpoint
ALTER TABLE "operational_shift" ADD CONSTRAINT "operational_shift_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "operational_shift" ADD CONSTRAINT "operational_shift_operational_id_operational_id_fkey" FOREIGN KEY ("operational_id") REFERENCES "operational"("id") ON DELETE CASCADE;--> statement-breakpoint

-- The time of a duty in which its helper can do no other: 15 minutes less at both ends, so that two duties may overlap by
-- half an hour (domain.md 6.10), and none at all for a shorter one. In UTC, since only that is the same at all times.
create function duty_span(starts_at timestamptz, ends_at timestamptz) returns tsrange language sql immutable parallel safe as $$
  select case when ends_at - starts_at > interval '30 minutes'
    then tsrange(starts_at at time zone 'UTC' + interval '15 minutes', ends_at at time zone 'UTC' - interval '15 minutes')
    else 'empty'::tsrange end
$$;
--> statement-breakpoint
alter table operational_assignment add constraint operational_no_overlap exclude using gist
  (club with =, helper_key with =, duty_span(starts_at, ends_at) with &&) where (state in ('unverified', 'confirmed', 'done'));
--> statement-breakpoint

alter table operational enable row level security;
--> statement-breakpoint
alter table operational force row level security;
--> statement-breakpoint
create policy operational_scope on operational
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table operational_shift enable row level security;
--> statement-breakpoint
alter table operational_shift force row level security;
--> statement-breakpoint
create policy operational_shift_scope on operational_shift
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table operational_assignment enable row level security;
--> statement-breakpoint
alter table operational_assignment force row level security;
--> statement-breakpoint
create policy operational_assignment_scope on operational_assignment
  using (current_setting('app.club', true) in (club, '*')
    or created_by::text = current_setting('app.user', true)
    or exists (select 1 from person_access a where a.person_id = operational_assignment.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

-- Which club's helper list or duty a secret opens: the only way past the scope for somebody without an account.
create function club_of_helper_token(token text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  found text;
begin
  perform set_config('app.club', '*', true);
  select o.club into found from operational o where o.public_token = token;
  if found is null then
    select a.club into found from operational_assignment a where a.manage_token = token;
  end if;
  perform set_config('app.club', coalesce(scope, ''), true);
  return found;
end $$;
