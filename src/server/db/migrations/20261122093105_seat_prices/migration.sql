ALTER TABLE "enrolment" ADD COLUMN "full_price_cents" integer;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "price_per" text;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_price_per" CHECK ("price_per" in ('course', 'session', 'month', 'quarter', 'year'));--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_full_price" CHECK ("full_price_cents" >= 0);