CREATE TABLE "event" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"is_all_day" boolean DEFAULT false NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"facility_id" uuid,
	"description" text DEFAULT '' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"is_members_only" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"import_key" text,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "event_order" CHECK ("ends_at" > "starts_at"),
	CONSTRAINT "event_kind" CHECK ("kind" in ('match', 'tournament', 'meeting', 'festival', 'trip', 'camp', 'workshop', 'other')),
	CONSTRAINT "event_state" CHECK ("state" in ('draft', 'published', 'held', 'cancelled', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "calendar_feed" (
	"id" uuid PRIMARY KEY,
	"token_hash" text NOT NULL UNIQUE,
	"user_id" uuid NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "event_import" ON "event" ("club","import_key");--> statement-breakpoint
CREATE INDEX "event_programme" ON "event" ("starts_at","club");--> statement-breakpoint
CREATE INDEX "calendar_feed_user" ON "calendar_feed" ("user_id");--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;