ALTER TABLE "event" ADD COLUMN "image" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_picture_text" CHECK ("image" = '' or "image_alt" <> '');