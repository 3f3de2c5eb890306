-- compatible
ALTER TABLE "person" ADD COLUMN "emergency_others" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "goes_home" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "collectors" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_goes_home" CHECK ("goes_home" in ('unknown', 'collected', 'alone'));--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_emergency_others" CHECK (jsonb_typeof("emergency_others") = 'array' and jsonb_array_length("emergency_others") <= 2);