-- compatible: only columns that may be empty or have a default
ALTER TABLE "objection" ADD COLUMN "offer" jsonb;--> statement-breakpoint
ALTER TABLE "objection" ADD COLUMN "offer_answer" text;--> statement-breakpoint
ALTER TABLE "objection" ADD COLUMN "reply" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "objection" ADD CONSTRAINT "objection_offer_answer" CHECK ("offer_answer" is null or ("offer_answer" in ('accepted', 'declined') and "offer" is not null));