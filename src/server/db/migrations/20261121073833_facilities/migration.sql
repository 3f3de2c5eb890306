CREATE TABLE "booking" (
	"id" uuid PRIMARY KEY,
	"series_id" uuid,
	"club" text NOT NULL,
	"facility_id" uuid NOT NULL,
	"unit_ids" uuid[] NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"age_group" text,
	"expected_participants" integer,
	"priority" integer NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"contact_person" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"local_date" date NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"offer" jsonb,
	"released_at" timestamp with time zone,
	"taken_over_from" uuid,
	"displaced_by" uuid,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "booking_order" CHECK ("ends_at" > "starts_at"),
	CONSTRAINT "booking_units" CHECK (cardinality("unit_ids") > 0),
	CONSTRAINT "booking_state" CHECK ("state" in ('requested', 'counter_offered', 'approved', 'rejected', 'withdrawn', 'released', 'taken_over', 'displaced', 'cancelled', 'held', 'not_used'))
);
--> statement-breakpoint
CREATE TABLE "booking_series" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"facility_id" uuid NOT NULL,
	"unit_ids" uuid[] NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"age_group" text,
	"expected_participants" integer,
	"priority" integer NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"contact_person" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"weekday" integer NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"interval_weeks" integer DEFAULT 1 NOT NULL,
	"holiday_mode" text NOT NULL,
	"skipped" jsonb DEFAULT '[]' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "booking_series_order" CHECK ("ends_on" >= "starts_on" and "end_time" > "start_time"),
	CONSTRAINT "booking_series_units" CHECK (cardinality("unit_ids") > 0),
	CONSTRAINT "booking_series_rule" CHECK ("weekday" between 1 and 7 and "interval_weeks" between 1 and 8)
);
--> statement-breakpoint
CREATE TABLE "occupancy" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"booking_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"during" tstzrange NOT NULL,
	"blocking" boolean NOT NULL,
	CONSTRAINT "occupancy_during" CHECK (not isempty("during"))
);
--> statement-breakpoint
CREATE TABLE "defect" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"facility_id" uuid NOT NULL,
	"unit_id" uuid,
	"text" text NOT NULL,
	"photo" text,
	"reported_by" text DEFAULT '' NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"responsible" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "defect_state" CHECK ("state" in ('open', 'acknowledged', 'in_progress', 'done', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "facility" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"slug" text NOT NULL UNIQUE,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_club" text,
	"owner_name" text DEFAULT '' NOT NULL,
	"manager_club" text NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"surface" text DEFAULT '' NOT NULL,
	"capacity_persons" integer,
	"equipment" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_accessible" boolean DEFAULT false NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"image_alt" text DEFAULT '' NOT NULL,
	"rules_file" text DEFAULT '' NOT NULL,
	"caretaker_name" text DEFAULT '' NOT NULL,
	"caretaker_phone" text DEFAULT '' NOT NULL,
	"key_note" text DEFAULT '' NOT NULL,
	"grid_minutes" integer DEFAULT 15 NOT NULL,
	"buffer_minutes" integer DEFAULT 0 NOT NULL,
	"min_minutes" integer DEFAULT 15 NOT NULL,
	"max_minutes" integer DEFAULT 1440 NOT NULL,
	"lead_days" integer DEFAULT 0 NOT NULL,
	"max_advance_days" integer DEFAULT 400 NOT NULL,
	"min_participants" integer,
	"needs_approval" boolean DEFAULT true NOT NULL,
	"closed_in_school_holidays" boolean DEFAULT true NOT NULL,
	"closed_on_public_holidays" boolean DEFAULT true NOT NULL,
	"public_detail" text DEFAULT 'club' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "facility_grid" CHECK ("grid_minutes" in (5, 10, 15, 20, 30, 60)),
	CONSTRAINT "facility_minutes" CHECK ("buffer_minutes" >= 0 and "min_minutes" > 0 and "max_minutes" >= "min_minutes"),
	CONSTRAINT "facility_capacity" CHECK ("capacity_persons" > 0),
	CONSTRAINT "facility_owner" CHECK ("owner_kind" <> 'club' or "owner_club" is not null)
);
--> statement-breakpoint
CREATE TABLE "facility_opening" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"facility_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"opens" time NOT NULL,
	"closes" time NOT NULL,
	"valid_from" date,
	"valid_to" date,
	CONSTRAINT "facility_opening_weekday" CHECK ("weekday" between 1 and 7),
	CONSTRAINT "facility_opening_order" CHECK ("closes" > "opens")
);
--> statement-breakpoint
CREATE TABLE "facility_unit" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"facility_id" uuid NOT NULL,
	"label" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"retired_on" date
);
--> statement-breakpoint
CREATE UNIQUE INDEX "booking_series_date" ON "booking" ("series_id","local_date") WHERE "state" not in ('cancelled', 'withdrawn', 'rejected', 'displaced', 'taken_over');--> statement-breakpoint
CREATE INDEX "booking_plan" ON "booking" ("facility_id","starts_at");--> statement-breakpoint
CREATE INDEX "booking_club" ON "booking" ("club","starts_at");--> statement-breakpoint
CREATE INDEX "booking_waiting" ON "booking" ("facility_id","starts_at") WHERE "state" in ('requested', 'counter_offered');--> statement-breakpoint
CREATE INDEX "booking_series_club" ON "booking_series" ("club","starts_on");--> statement-breakpoint
CREATE INDEX "booking_series_facility" ON "booking_series" ("facility_id");--> statement-breakpoint
CREATE INDEX "occupancy_booking" ON "occupancy" ("booking_id");--> statement-breakpoint
CREATE INDEX "defect_facility" ON "defect" ("facility_id","reported_at");--> statement-breakpoint
CREATE INDEX "facility_manager" ON "facility" ("manager_club","name");--> statement-breakpoint
CREATE INDEX "facility_opening_facility" ON "facility_opening" ("facility_id","weekday");--> statement-breakpoint
CREATE UNIQUE INDEX "facility_unit_label" ON "facility_unit" ("facility_id",lower("label"));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_series_id_booking_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "booking_series"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "booking_series" ADD CONSTRAINT "booking_series_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "booking_series" ADD CONSTRAINT "booking_series_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "occupancy" ADD CONSTRAINT "occupancy_booking_id_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "occupancy" ADD CONSTRAINT "occupancy_unit_id_facility_unit_id_fkey" FOREIGN KEY ("unit_id") REFERENCES "facility_unit"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "defect" ADD CONSTRAINT "defect_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "defect" ADD CONSTRAINT "defect_unit_id_facility_unit_id_fkey" FOREIGN KEY ("unit_id") REFERENCES "facility_unit"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "facility" ADD CONSTRAINT "facility_owner_club_club_name_fkey" FOREIGN KEY ("owner_club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "facility" ADD CONSTRAINT "facility_manager_club_club_name_fkey" FOREIGN KEY ("manager_club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "facility_opening" ADD CONSTRAINT "facility_opening_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "facility_unit" ADD CONSTRAINT "facility_unit_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE CASCADE;--> statement-breakpoint

-- What decides whether a part is free: two blocking rows of one part never overlap; half-open, so back to back is allowed.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "occupancy" ADD CONSTRAINT "occupancy_no_overlap" EXCLUDE USING gist ("unit_id" WITH =, "during" WITH &&) WHERE ("blocking");
--> statement-breakpoint

-- Takes the parts of each booking, in the order of their ids, each booking within a savepoint of its own: a booking that
-- meets another one is left without any part, and its id comes back. The caller holds the lock of the facility.
CREATE FUNCTION occupy(wanted jsonb) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
DECLARE
  one jsonb;
BEGIN
  FOR one IN SELECT * FROM jsonb_array_elements(wanted) LOOP
    BEGIN
      INSERT INTO occupancy (booking_id, unit_id, during, blocking)
        SELECT (one ->> 'id')::uuid, part::uuid, tstzrange((one ->> 'from')::timestamptz, (one ->> 'to')::timestamptz), (one ->> 'blocking')::boolean
        FROM jsonb_array_elements_text(one -> 'units') AS part ORDER BY part::uuid;
    EXCEPTION WHEN exclusion_violation THEN
      RETURN NEXT (one ->> 'id')::uuid;
    END;
  END LOOP;
END $$;
--> statement-breakpoint

-- Row security: a club writes its own bookings, and those at facilities that it manages; it also reads those at facilities
-- of the town, where the code shows other clubs no more than club and time.
ALTER TABLE "booking" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "booking" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "booking_scope" ON "booking"
  USING (current_setting('app.club', true) IN ("club", '*') OR "facility_id" IN (SELECT "id" FROM "facility" WHERE "manager_club" = current_setting('app.club', true)))
  WITH CHECK (current_setting('app.club', true) IN ("club", '*') OR "facility_id" IN (SELECT "id" FROM "facility" WHERE "manager_club" = current_setting('app.club', true)));
--> statement-breakpoint
CREATE POLICY "booking_town" ON "booking" FOR SELECT
  USING (coalesce(current_setting('app.club', true), '') <> '' AND "facility_id" IN (SELECT "id" FROM "facility" WHERE "owner_kind" = 'municipality'));
--> statement-breakpoint
ALTER TABLE "booking_series" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "booking_series" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "booking_series_scope" ON "booking_series"
  USING (current_setting('app.club', true) IN ("club", '*') OR "facility_id" IN (SELECT "id" FROM "facility" WHERE "manager_club" = current_setting('app.club', true)))
  WITH CHECK (current_setting('app.club', true) IN ("club", '*') OR "facility_id" IN (SELECT "id" FROM "facility" WHERE "manager_club" = current_setting('app.club', true)));
