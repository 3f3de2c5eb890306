-- compatible
ALTER TABLE "membership_application" ADD COLUMN "group_id" uuid;--> statement-breakpoint
CREATE INDEX "membership_application_group" ON "membership_application" ("group_id") WHERE "group_id" is not null;