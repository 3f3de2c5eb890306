-- compatible: only columns that may be empty
ALTER TABLE "course_session" ADD COLUMN "occasion" uuid;--> statement-breakpoint
ALTER TABLE "course_session" ADD COLUMN "moved_from" jsonb;