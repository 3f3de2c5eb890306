ALTER TABLE "app_user" ADD COLUMN "lastname_key" text GENERATED ALWAYS AS (lower(lastname)) STORED;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "firstname_key" text GENERATED ALWAYS AS (lower(firstname)) STORED;--> statement-breakpoint
DROP INDEX "app_user_name";--> statement-breakpoint
CREATE INDEX "app_user_name" ON "app_user" ("club","lastname_key","firstname_key","id");