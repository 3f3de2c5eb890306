ALTER TABLE "enrolment" ADD COLUMN "free_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "grace_hours" integer DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_grace" CHECK ("grace_hours" between 0 and 336);