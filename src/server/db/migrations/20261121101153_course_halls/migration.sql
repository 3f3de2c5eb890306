ALTER TABLE "course_session" ADD COLUMN "facility_id" uuid;--> statement-breakpoint
ALTER TABLE "course_session" ADD COLUMN "unit_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "course_session" ADD COLUMN "planned_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_slot" ADD COLUMN "facility_id" uuid;--> statement-breakpoint
ALTER TABLE "course_slot" ADD COLUMN "unit_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
CREATE INDEX "course_session_booking" ON "course_session" ("booking_id");--> statement-breakpoint
ALTER TABLE "course_session" ADD CONSTRAINT "course_session_booking_id_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "course_session" ADD CONSTRAINT "course_session_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "course_slot" ADD CONSTRAINT "course_slot_series_id_booking_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "booking_series"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "course_slot" ADD CONSTRAINT "course_slot_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE SET NULL;--> statement-breakpoint

-- Dates that nobody moved by hand stand where the rule put them.
update course_session set planned_for = starts_at where state <> 'moved' and slot_id is not null;
