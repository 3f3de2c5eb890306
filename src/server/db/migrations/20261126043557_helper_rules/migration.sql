-- incompatible: the program before does not know helper hours as a layer of the order of fees
ALTER TABLE "fee_rule" ADD COLUMN "month_cents" integer;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "quarter_cents" integer;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "half_cents" integer;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "year_cents" integer;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "due_minutes" integer;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "pool" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD CONSTRAINT "fee_rule_helper" CHECK (("layer" = 'helper') = ("due_minutes" is not null) and coalesce("due_minutes" > 0, true) and "pool" in ('person', 'family'));--> statement-breakpoint
ALTER TABLE "fee_rule" DROP CONSTRAINT "fee_rule_layer", ADD CONSTRAINT "fee_rule_layer" CHECK ("layer" in ('base', 'department', 'family', 'entry', 'helper'));--> statement-breakpoint
ALTER TABLE "fee_rule" DROP CONSTRAINT "fee_rule_cents", ADD CONSTRAINT "fee_rule_cents" CHECK ("cents" >= 0 and least("month_cents", "quarter_cents", "half_cents", "year_cents", 0) >= 0);--> statement-breakpoint
ALTER TABLE "member_fee" DROP CONSTRAINT "member_fee_layer", ADD CONSTRAINT "member_fee_layer" CHECK ("layer" in ('base', 'department', 'entry', 'helper') and ("layer" = 'department') = ("department_id" is not null));