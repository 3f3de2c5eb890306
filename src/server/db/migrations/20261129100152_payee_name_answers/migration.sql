-- compatible: a new column that the former version does not know stays empty
ALTER TABLE "payout_item" ADD COLUMN "name_answer" text;--> statement-breakpoint
ALTER TABLE "payout_item" ADD CONSTRAINT "payout_item_name_answer" CHECK ("name_answer" in ('match', 'close', 'mismatch'));