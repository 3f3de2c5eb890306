-- compatible
ALTER TABLE "enrolment" ADD COLUMN "hold_key_hash" text;--> statement-breakpoint
CREATE INDEX "enrolment_hold" ON "enrolment" ("hold_key_hash") WHERE "state" = 'unverified';