-- compatible: indexes leave out the rows without a value, which most charges are
DROP INDEX "charge_course";--> statement-breakpoint
CREATE INDEX "charge_course" ON "charge" ("course_id") WHERE "course_id" is not null;--> statement-breakpoint
DROP INDEX "charge_refund";--> statement-breakpoint
CREATE INDEX "charge_refund" ON "charge" ("refund_of") WHERE "refund_of" is not null;--> statement-breakpoint
DROP INDEX "charge_replaced";--> statement-breakpoint
CREATE INDEX "charge_replaced" ON "charge" ("replaced_by_run_id") WHERE "replaced_by_run_id" is not null;--> statement-breakpoint
DROP INDEX "charge_split";--> statement-breakpoint
CREATE INDEX "charge_split" ON "charge" ("split_of") WHERE "split_of" is not null;
