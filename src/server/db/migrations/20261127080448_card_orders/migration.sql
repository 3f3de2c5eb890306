-- compatible
ALTER TABLE "punch_card" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "punch_card" ADD COLUMN "told_low_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "punch_card" ADD COLUMN "told_end_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "enrolment_order" ADD COLUMN "product_id" uuid;--> statement-breakpoint
CREATE INDEX "punch_card_order" ON "punch_card" ("order_id") WHERE "order_id" is not null;--> statement-breakpoint
CREATE INDEX "enrolment_order_product" ON "enrolment_order" ("product_id") WHERE "product_id" is not null;--> statement-breakpoint
ALTER TABLE "punch_card" ADD CONSTRAINT "punch_card_order_id_enrolment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "enrolment_order"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "enrolment_order" DROP CONSTRAINT "enrolment_order_one_target", ADD CONSTRAINT "enrolment_order_one_target" CHECK (num_nonnulls("course_id", "event_id", "product_id") = 1);--> statement-breakpoint
alter table enrolment_order add constraint enrolment_order_product foreign key (product_id) references card_product (id) on delete cascade;
