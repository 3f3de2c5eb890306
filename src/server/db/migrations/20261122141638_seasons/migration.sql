CREATE TABLE "objection" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"season_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"wish_id" uuid,
	"text" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "objection_state" CHECK ("state" in ('open', 'upheld', 'rejected', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "season" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"manager_club" text NOT NULL,
	"name" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"wishes_from" timestamp with time zone NOT NULL,
	"wishes_until" timestamp with time zone NOT NULL,
	"objections_until" timestamp with time zone,
	"phase" text DEFAULT 'draft' NOT NULL,
	"criteria" text DEFAULT '' NOT NULL,
	"rules" jsonb NOT NULL,
	"holiday_mode" text DEFAULT 'skip_both' NOT NULL,
	"step_minutes" integer DEFAULT 30 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "season_phase" CHECK ("phase" in ('draft', 'open', 'planning', 'consultation', 'publishing', 'published', 'cancelled')),
	CONSTRAINT "season_days" CHECK ("ends_on" between "starts_on" and "starts_on" + 400),
	CONSTRAINT "season_wishes" CHECK ("wishes_until" > "wishes_from")
);
--> statement-breakpoint
CREATE TABLE "season_facility" (
	"season_id" uuid,
	"facility_id" uuid,
	"windows" jsonb NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "season_facility_pkey" PRIMARY KEY("season_id","facility_id")
);
--> statement-breakpoint
CREATE TABLE "season_grant" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"plan_id" uuid NOT NULL,
	"wish_id" uuid NOT NULL,
	"facility_id" uuid NOT NULL,
	"unit_ids" uuid[] NOT NULL,
	"weekday" integer NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"week" text NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "season_grant_order" CHECK ("end_time" > "start_time" and "weekday" between 1 and 7),
	CONSTRAINT "season_grant_units" CHECK (cardinality("unit_ids") > 0)
);
--> statement-breakpoint
CREATE TABLE "season_grant_unit" (
	"grant_id" uuid,
	"plan_id" uuid NOT NULL,
	"unit_id" uuid,
	"weekday" integer NOT NULL,
	"parity" integer,
	"span" int4range NOT NULL,
	CONSTRAINT "season_grant_unit_pkey" PRIMARY KEY("grant_id","unit_id","parity")
);
--> statement-breakpoint
CREATE TABLE "season_plan" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"season_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"made_by" text NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"frozen_at" timestamp with time zone,
	"sent_out_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "season_refusal" (
	"plan_id" uuid,
	"wish_id" uuid,
	"refusal" jsonb NOT NULL,
	CONSTRAINT "season_refusal_pkey" PRIMARY KEY("plan_id","wish_id")
);
--> statement-breakpoint
CREATE TABLE "wish" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"season_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"order_no" integer NOT NULL,
	"group_name" text NOT NULL,
	"sport" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"age_group" text NOT NULL,
	"participants" integer NOT NULL,
	"parts" integer NOT NULL,
	"minutes" integer NOT NULL,
	"times_per_week" integer DEFAULT 1 NOT NULL,
	"interval_weeks" integer DEFAULT 1 NOT NULL,
	"keeps_series_id" uuid,
	"contact_name" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"hint" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "wish_state" CHECK ("state" in ('copied', 'draft', 'submitted', 'withdrawn')),
	CONSTRAINT "wish_size" CHECK ("participants" between 1 and 500 and "parts" between 1 and 24),
	CONSTRAINT "wish_times" CHECK ("minutes" between 30 and 360 and "times_per_week" between 1 and 5 and "interval_weeks" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "wish_option" (
	"wish_id" uuid,
	"rank" integer,
	"facility_id" uuid,
	"weekday" integer NOT NULL,
	"from_time" time NOT NULL,
	"to_time" time NOT NULL,
	CONSTRAINT "wish_option_pkey" PRIMARY KEY("wish_id","rank"),
	CONSTRAINT "wish_option_rank" CHECK ("rank" between 1 and 6 and "weekday" between 1 and 7)
);
--> statement-breakpoint
ALTER TABLE "booking_series" ADD COLUMN "grant_id" uuid;--> statement-breakpoint
ALTER TABLE "booking_series" ADD CONSTRAINT "booking_series_grant_id_key" UNIQUE("grant_id");--> statement-breakpoint
CREATE INDEX "objection_of_season" ON "objection" ("season_id","created_at");--> statement-breakpoint
CREATE INDEX "season_manager" ON "season" ("manager_club","starts_on");--> statement-breakpoint
CREATE UNIQUE INDEX "season_grant_day" ON "season_grant" ("plan_id","wish_id","weekday");--> statement-breakpoint
CREATE UNIQUE INDEX "season_plan_number" ON "season_plan" ("season_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "season_plan_working" ON "season_plan" ("season_id") WHERE "frozen_at" is null;--> statement-breakpoint
CREATE INDEX "wish_of_organisation" ON "wish" ("season_id","organisation_id","order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "wish_keeps" ON "wish" ("season_id","keeps_series_id");--> statement-breakpoint
ALTER TABLE "objection" ADD CONSTRAINT "objection_season_id_season_id_fkey" FOREIGN KEY ("season_id") REFERENCES "season"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "objection" ADD CONSTRAINT "objection_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "objection" ADD CONSTRAINT "objection_wish_id_wish_id_fkey" FOREIGN KEY ("wish_id") REFERENCES "wish"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "season" ADD CONSTRAINT "season_manager_club_club_name_fkey" FOREIGN KEY ("manager_club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "season_facility" ADD CONSTRAINT "season_facility_season_id_season_id_fkey" FOREIGN KEY ("season_id") REFERENCES "season"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_facility" ADD CONSTRAINT "season_facility_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_grant" ADD CONSTRAINT "season_grant_plan_id_season_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "season_plan"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_grant" ADD CONSTRAINT "season_grant_wish_id_wish_id_fkey" FOREIGN KEY ("wish_id") REFERENCES "wish"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_grant" ADD CONSTRAINT "season_grant_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_grant_unit" ADD CONSTRAINT "season_grant_unit_grant_id_season_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "season_grant"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_grant_unit" ADD CONSTRAINT "season_grant_unit_plan_id_season_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "season_plan"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_grant_unit" ADD CONSTRAINT "season_grant_unit_unit_id_facility_unit_id_fkey" FOREIGN KEY ("unit_id") REFERENCES "facility_unit"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_plan" ADD CONSTRAINT "season_plan_season_id_season_id_fkey" FOREIGN KEY ("season_id") REFERENCES "season"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_refusal" ADD CONSTRAINT "season_refusal_plan_id_season_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "season_plan"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "season_refusal" ADD CONSTRAINT "season_refusal_wish_id_wish_id_fkey" FOREIGN KEY ("wish_id") REFERENCES "wish"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "wish" ADD CONSTRAINT "wish_season_id_season_id_fkey" FOREIGN KEY ("season_id") REFERENCES "season"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "wish" ADD CONSTRAINT "wish_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "wish_option" ADD CONSTRAINT "wish_option_wish_id_wish_id_fkey" FOREIGN KEY ("wish_id") REFERENCES "wish"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "wish_option" ADD CONSTRAINT "wish_option_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE CASCADE;
--> statement-breakpoint
-- No plan ever holds a part twice: half-open, so back to back is allowed; the pause of a hall stands at the end of the span.
alter table season_grant_unit add constraint season_grant_no_overlap
  exclude using gist (plan_id with =, unit_id with =, weekday with =, parity with =, span with &&);
--> statement-breakpoint
-- Row security: a season is its manager's, and others read it once it is no draft any more.
alter table season enable row level security;
--> statement-breakpoint
alter table season force row level security;
--> statement-breakpoint
create policy season_scope on season
  using (current_setting('app.club', true) in (manager_club, '*'))
  with check (current_setting('app.club', true) in (manager_club, '*'));
--> statement-breakpoint
create policy season_others on season for select using (phase <> 'draft' and coalesce(current_setting('app.club', true), '') <> '');
--> statement-breakpoint
create function manages_season(wanted uuid) returns boolean language sql stable as $$
  select current_setting('app.club', true) = '*'
    or exists (select from season where id = wanted and manager_club = current_setting('app.club', true))
$$;
--> statement-breakpoint
create function is_own_organisation(wanted uuid) returns boolean language sql stable as $$
  select exists (select from organisation where id = wanted and club = current_setting('app.club', true))
$$;
--> statement-breakpoint
create function manages_plan(wanted uuid) returns boolean language sql stable as $$
  select current_setting('app.club', true) = '*'
    or exists (select from season_plan p join season s on s.id = p.season_id where p.id = wanted and s.manager_club = current_setting('app.club', true))
$$;
--> statement-breakpoint
create function is_sent_plan(wanted uuid) returns boolean language sql stable as $$
  select exists (select from season_plan where id = wanted and sent_out_at is not null)
$$;
--> statement-breakpoint
alter table season_facility enable row level security;
--> statement-breakpoint
alter table season_facility force row level security;
--> statement-breakpoint
create policy season_facility_scope on season_facility using (manages_season(season_id)) with check (manages_season(season_id));
--> statement-breakpoint
create policy season_facility_others on season_facility for select using (season_id in (select id from season));
--> statement-breakpoint
-- Until the consultation nobody learns of another club's wishes, plans, refusals or objections.
alter table wish enable row level security;
--> statement-breakpoint
alter table wish force row level security;
--> statement-breakpoint
create policy wish_scope on wish
  using (manages_season(season_id) or is_own_organisation(organisation_id))
  with check (manages_season(season_id) or is_own_organisation(organisation_id));
--> statement-breakpoint
alter table wish_option enable row level security;
--> statement-breakpoint
alter table wish_option force row level security;
--> statement-breakpoint
create policy wish_option_scope on wish_option
  using (wish_id in (select id from wish)) with check (wish_id in (select id from wish));
--> statement-breakpoint
alter table season_plan enable row level security;
--> statement-breakpoint
alter table season_plan force row level security;
--> statement-breakpoint
create policy season_plan_scope on season_plan using (manages_season(season_id)) with check (manages_season(season_id));
--> statement-breakpoint
create policy season_plan_sent on season_plan for select using (sent_out_at is not null and coalesce(current_setting('app.club', true), '') <> '');
--> statement-breakpoint
alter table season_grant enable row level security;
--> statement-breakpoint
alter table season_grant force row level security;
--> statement-breakpoint
create policy season_grant_scope on season_grant using (manages_plan(plan_id)) with check (manages_plan(plan_id));
--> statement-breakpoint
create policy season_grant_sent on season_grant for select using (is_sent_plan(plan_id));
--> statement-breakpoint
alter table season_grant_unit enable row level security;
--> statement-breakpoint
alter table season_grant_unit force row level security;
--> statement-breakpoint
create policy season_grant_unit_scope on season_grant_unit using (manages_plan(plan_id)) with check (manages_plan(plan_id));
--> statement-breakpoint
alter table season_refusal enable row level security;
--> statement-breakpoint
alter table season_refusal force row level security;
--> statement-breakpoint
create policy season_refusal_scope on season_refusal using (manages_plan(plan_id)) with check (manages_plan(plan_id));
--> statement-breakpoint
create policy season_refusal_own on season_refusal for select using (is_sent_plan(plan_id) and wish_id in (select id from wish));
--> statement-breakpoint
alter table objection enable row level security;
--> statement-breakpoint
alter table objection force row level security;
--> statement-breakpoint
create policy objection_scope on objection
  using (manages_season(season_id) or is_own_organisation(organisation_id))
  with check (manages_season(season_id) or is_own_organisation(organisation_id));
