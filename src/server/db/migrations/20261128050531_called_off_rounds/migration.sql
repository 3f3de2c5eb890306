-- incompatible: the program before does not know rounds that were called off, and looks for consents and told families with the children
ALTER TABLE "holiday_child" ADD COLUMN "wished_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "holiday_wish" ADD COLUMN "consents" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "holiday_wish" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
UPDATE "holiday_child" SET "wished_at" = "created_at";--> statement-breakpoint
UPDATE "holiday_wish" w SET "consents" = c."consents", "told_at" = c."told_at" FROM "holiday_child" c WHERE c."id" = w."child_id";--> statement-breakpoint
ALTER TABLE "holiday_child" DROP COLUMN "consents";--> statement-breakpoint
ALTER TABLE "holiday_child" DROP COLUMN "told_at";--> statement-breakpoint
ALTER TABLE "holiday_round" DROP CONSTRAINT "holiday_round_state", ADD CONSTRAINT "holiday_round_state" CHECK ("state" in ('draft', 'open', 'drawn', 'sent', 'cancelled'));