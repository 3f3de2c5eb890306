-- compatible
ALTER TABLE "objection" ADD COLUMN "place" jsonb;--> statement-breakpoint
ALTER TABLE "season" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "season_plan" ADD COLUMN "search" jsonb;