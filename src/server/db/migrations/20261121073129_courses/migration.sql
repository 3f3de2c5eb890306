CREATE SEQUENCE "public"."participation_queue_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "course" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"department_id" uuid,
	"slug" text NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"description" jsonb,
	"image" text,
	"image_alt" text DEFAULT '' NOT NULL,
	"bring_note" text DEFAULT '' NOT NULL,
	"level" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"contact_email" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"age_min" integer,
	"age_max" integer,
	"age_reference" text DEFAULT 'course_start' NOT NULL,
	"gender" text DEFAULT 'any' NOT NULL,
	"places_min" integer,
	"places_max" integer,
	"places_reserved" integer DEFAULT 0 NOT NULL,
	"waitlist_max" integer,
	"waitlist_offer_hours" integer DEFAULT 48 NOT NULL,
	"strict_queue" boolean DEFAULT false NOT NULL,
	"registration" text DEFAULT 'open' NOT NULL,
	"external_url" text DEFAULT '' NOT NULL,
	"members_only" boolean DEFAULT false NOT NULL,
	"returning_from" timestamp with time zone,
	"member_from" timestamp with time zone,
	"public_from" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"late_join" text DEFAULT 'prorata' NOT NULL,
	"cancel_free_until_days" integer DEFAULT 14 NOT NULL,
	"cancel_tiers" jsonb DEFAULT '[]' NOT NULL,
	"self_cancel" boolean DEFAULT true NOT NULL,
	"requires_guardian" boolean DEFAULT true NOT NULL,
	"required_consents" text[] DEFAULT '{}'::text[] NOT NULL,
	"required_qualification" text DEFAULT '' NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"holiday_mode" text DEFAULT 'skip_both' NOT NULL,
	"skipped_dates" jsonb DEFAULT '[]' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"cancel_reason" text,
	"tax_sphere" text DEFAULT 'purpose' NOT NULL,
	"cost_centre" text DEFAULT '' NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"copied_from" uuid,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "course_kind" CHECK ("kind" in ('course', 'permanent', 'trial', 'holiday', 'rehab', 'prevention')),
	CONSTRAINT "course_status" CHECK ("status" in ('draft', 'published', 'paused', 'confirmed', 'cancelled', 'completed', 'billed', 'archived')),
	CONSTRAINT "course_ages" CHECK ("age_max" is null or "age_min" is null or "age_max" >= "age_min"),
	CONSTRAINT "course_places" CHECK ("places_min" is null or "places_max" is null or "places_max" >= "places_min"),
	CONSTRAINT "course_places_positive" CHECK ("places_max" > 0 and "places_min" >= 0 and "places_reserved" >= 0),
	CONSTRAINT "course_dates" CHECK ("ends_on" is null or "ends_on" >= "starts_on"),
	CONSTRAINT "course_cancel_reason" CHECK ("status" <> 'cancelled' or "cancel_reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "course_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" uuid NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_user" uuid,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "course_price" (
	"course_id" uuid,
	"category" text,
	"cents" integer NOT NULL,
	"per" text DEFAULT 'course' NOT NULL,
	CONSTRAINT "course_price_pkey" PRIMARY KEY("course_id","category"),
	CONSTRAINT "course_price_cents" CHECK ("cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "course_session" (
	"id" uuid PRIMARY KEY,
	"course_id" uuid NOT NULL,
	"slot_id" uuid,
	"booking_id" uuid,
	"local_date" date NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"reason" text,
	"substitute_person_id" uuid,
	"present_count" integer,
	"closed_at" timestamp with time zone,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "course_session_times" CHECK ("ends_at" > "starts_at"),
	CONSTRAINT "course_session_state" CHECK ("state" in ('planned', 'moved', 'cancelled', 'held'))
);
--> statement-breakpoint
CREATE TABLE "course_slot" (
	"id" uuid PRIMARY KEY,
	"course_id" uuid NOT NULL,
	"series_id" uuid,
	"weekday" integer NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"valid_from" date,
	"valid_to" date,
	CONSTRAINT "course_slot_weekday" CHECK ("weekday" between 1 and 7),
	CONSTRAINT "course_slot_times" CHECK ("end_time" > "start_time")
);
--> statement-breakpoint
CREATE TABLE "course_trainer" (
	"course_id" uuid,
	"person_id" uuid,
	"role" text NOT NULL,
	"public" boolean DEFAULT true NOT NULL,
	CONSTRAINT "course_trainer_pkey" PRIMARY KEY("course_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"person_id" uuid NOT NULL,
	"member_no" text NOT NULL,
	"joined_on" date NOT NULL,
	"notice_on" date,
	"left_on" date,
	"leave_reason" text,
	"kind" text DEFAULT 'active' NOT NULL,
	"fee_group" text,
	"payer_person_id" uuid,
	"status" text DEFAULT 'applied' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "member_kind" CHECK ("kind" in ('active', 'passive', 'honorary', 'supporting', 'trial')),
	CONSTRAINT "member_status" CHECK ("status" in ('applied', 'active', 'terminated', 'left', 'rejected')),
	CONSTRAINT "member_left_after_joined" CHECK ("left_on" is null or "left_on" >= "joined_on")
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"session_id" uuid,
	"person_id" uuid,
	"club" text NOT NULL,
	"participation_id" uuid,
	"state" text NOT NULL,
	"marked_by" uuid,
	"marked_at" timestamp with time zone NOT NULL,
	"client_id" text,
	CONSTRAINT "attendance_pkey" PRIMARY KEY("session_id","person_id"),
	CONSTRAINT "attendance_state" CHECK ("state" in ('present', 'absent', 'excused', 'trial'))
);
--> statement-breakpoint
CREATE TABLE "participant" (
	"person_id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"health_note" text,
	"allergies" text,
	"swim_badge" text,
	"pickup_rule" text,
	"but_reference" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "participation" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"public_token" text NOT NULL,
	"course_id" uuid,
	"event_id" uuid,
	"person_id" uuid NOT NULL,
	"registered_by" uuid,
	"registered_at" timestamp with time zone NOT NULL,
	"channel" text DEFAULT 'web' NOT NULL,
	"state" text NOT NULL,
	"queue_class" integer DEFAULT 30 NOT NULL,
	"queue_rank" bigint,
	"group_key" uuid,
	"offer_expires_at" timestamp with time zone,
	"hold_expires_at" timestamp with time zone,
	"guests" integer DEFAULT 0 NOT NULL,
	"contact_email" text,
	"guardian_name" text,
	"price_category" text,
	"price_cents" integer,
	"cancel_fee_cents" integer DEFAULT 0 NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"joins_from" date,
	"answers" jsonb DEFAULT '{}' NOT NULL,
	"staff_note" text,
	"replaced_by" uuid,
	"moved_from" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "participation_one_target" CHECK (num_nonnulls("course_id", "event_id") = 1),
	CONSTRAINT "participation_state" CHECK ("state" in ('unverified', 'pending', 'waitlisted', 'offered', 'confirmed', 'cancelled', 'declined', 'expired', 'rejected', 'annulled', 'completed', 'no_show')),
	CONSTRAINT "participation_offer" CHECK ("state" <> 'offered' or "offer_expires_at" is not null),
	CONSTRAINT "participation_rank" CHECK ("state" <> 'waitlisted' or "queue_rank" is not null),
	CONSTRAINT "participation_price" CHECK ("price_cents" >= 0 and "cancel_fee_cents" >= 0 and "guests" >= 0)
);
--> statement-breakpoint
CREATE TABLE "participation_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "participation_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"club" text NOT NULL,
	"participation_id" uuid NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_user" uuid,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "consent" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"person_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"text_version" text NOT NULL,
	"granted_by_user" uuid,
	"granted_by_name" text,
	"relation" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "department" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"name" text NOT NULL,
	"short_name" text,
	"dosb_association_no" integer,
	"dosb_sport_no" integer,
	"contact_user_id" uuid,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"birth_date" date,
	"gender" text,
	"email" text,
	"phone" text,
	"mobile" text,
	"street" text,
	"house_no" text,
	"postcode" text,
	"city" text,
	"country" text DEFAULT 'DE' NOT NULL,
	"emergency_contact_name" text,
	"emergency_contact_phone" text,
	"notes" text,
	"merged_into" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"anonymised_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "person_gender" CHECK ("gender" in ('m', 'w', 'd', 'x')),
	CONSTRAINT "person_name" CHECK ("firstname" <> '' and "lastname" <> ''),
	CONSTRAINT "person_birth_date" CHECK ("birth_date" between date '1900-01-01' and date '2200-01-01')
);
--> statement-breakpoint
CREATE TABLE "person_access" (
	"user_id" uuid,
	"person_id" uuid,
	"club" text NOT NULL,
	"relation" text NOT NULL,
	"verified_at" timestamp with time zone,
	"valid_until" date,
	CONSTRAINT "person_access_pkey" PRIMARY KEY("user_id","person_id"),
	CONSTRAINT "person_access_relation" CHECK ("relation" in ('self', 'guardian', 'delegate'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "course_slug" ON "course" ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "course_number" ON "course" ("club","number");--> statement-breakpoint
CREATE INDEX "course_list" ON "course" ("club","status","starts_on","id");--> statement-breakpoint
CREATE INDEX "course_log_course" ON "course_log" ("course_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "course_session_start" ON "course_session" ("course_id","starts_at");--> statement-breakpoint
CREATE INDEX "course_session_day" ON "course_session" ("local_date","course_id");--> statement-breakpoint
CREATE INDEX "course_slot_course" ON "course_slot" ("course_id");--> statement-breakpoint
CREATE INDEX "course_trainer_person" ON "course_trainer" ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_number" ON "member" ("club","member_no");--> statement-breakpoint
CREATE UNIQUE INDEX "member_one_open" ON "member" ("person_id") WHERE "left_on" is null and "status" in ('applied', 'active', 'terminated');--> statement-breakpoint
CREATE INDEX "attendance_person" ON "attendance" ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "participation_token" ON "participation" ("public_token");--> statement-breakpoint
CREATE UNIQUE INDEX "participation_one_active_course" ON "participation" ("course_id","person_id") WHERE "state" in ('unverified', 'pending', 'waitlisted', 'offered', 'confirmed');--> statement-breakpoint
CREATE UNIQUE INDEX "participation_one_active_event" ON "participation" ("event_id","person_id") WHERE "state" in ('unverified', 'pending', 'waitlisted', 'offered', 'confirmed');--> statement-breakpoint
CREATE INDEX "participation_queue" ON "participation" ("course_id","queue_class","queue_rank") WHERE "state" = 'waitlisted';--> statement-breakpoint
CREATE INDEX "participation_occupying" ON "participation" ("course_id","state") WHERE "state" in ('unverified', 'pending', 'waitlisted', 'offered', 'confirmed');--> statement-breakpoint
CREATE INDEX "participation_due" ON "participation" ("offer_expires_at") WHERE "state" = 'offered';--> statement-breakpoint
CREATE INDEX "participation_person" ON "participation" ("person_id");--> statement-breakpoint
CREATE INDEX "participation_group" ON "participation" ("group_key") WHERE "group_key" is not null;--> statement-breakpoint
CREATE INDEX "participation_log_participation" ON "participation_log" ("participation_id","id");--> statement-breakpoint
CREATE INDEX "consent_person" ON "consent" ("person_id","purpose");--> statement-breakpoint
CREATE UNIQUE INDEX "department_name" ON "department" ("club","name");--> statement-breakpoint
CREATE INDEX "person_name_order" ON "person" ("club",lower("lastname"),lower("firstname"),"birth_date","id");--> statement-breakpoint
CREATE INDEX "person_email" ON "person" ("club",lower("email"));--> statement-breakpoint
CREATE INDEX "person_access_person" ON "person_access" ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "person_access_self" ON "person_access" ("user_id","club") WHERE "relation" = 'self';--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "course_log" ADD CONSTRAINT "course_log_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_log" ADD CONSTRAINT "course_log_by_user_app_user_id_fkey" FOREIGN KEY ("by_user") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "course_price" ADD CONSTRAINT "course_price_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_session" ADD CONSTRAINT "course_session_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_session" ADD CONSTRAINT "course_session_slot_id_course_slot_id_fkey" FOREIGN KEY ("slot_id") REFERENCES "course_slot"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "course_session" ADD CONSTRAINT "course_session_substitute_person_id_person_id_fkey" FOREIGN KEY ("substitute_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "course_slot" ADD CONSTRAINT "course_slot_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_trainer" ADD CONSTRAINT "course_trainer_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_trainer" ADD CONSTRAINT "course_trainer_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_session_id_course_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "course_session"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_participation_id_participation_id_fkey" FOREIGN KEY ("participation_id") REFERENCES "participation"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_marked_by_app_user_id_fkey" FOREIGN KEY ("marked_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "participant" ADD CONSTRAINT "participant_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "participant" ADD CONSTRAINT "participant_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "participation" ADD CONSTRAINT "participation_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "participation" ADD CONSTRAINT "participation_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id");--> statement-breakpoint
ALTER TABLE "participation" ADD CONSTRAINT "participation_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "participation" ADD CONSTRAINT "participation_registered_by_app_user_id_fkey" FOREIGN KEY ("registered_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "participation_log" ADD CONSTRAINT "participation_log_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "participation_log" ADD CONSTRAINT "participation_log_participation_id_participation_id_fkey" FOREIGN KEY ("participation_id") REFERENCES "participation"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "participation_log" ADD CONSTRAINT "participation_log_by_user_app_user_id_fkey" FOREIGN KEY ("by_user") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_granted_by_user_app_user_id_fkey" FOREIGN KEY ("granted_by_user") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_contact_user_id_app_user_id_fkey" FOREIGN KEY ("contact_user_id") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "person_access" ADD CONSTRAINT "person_access_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_access" ADD CONSTRAINT "person_access_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_access" ADD CONSTRAINT "person_access_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");