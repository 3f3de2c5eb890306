-- compatible: new columns with defaults
ALTER TABLE "access_invitation" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_application" ADD COLUMN "link_hashes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE INDEX "membership_application_links" ON "membership_application" USING gin ("link_hashes");