ALTER TABLE "enrolment" ADD COLUMN "undo_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "enrolment_undo" ON "enrolment" ("undo_until") WHERE "undo_until" is not null;