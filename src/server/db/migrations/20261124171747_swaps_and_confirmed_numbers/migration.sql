-- compatible
ALTER TABLE "enrolment" ADD COLUMN "swap_with" uuid;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "swap_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "swap_shown" text;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "emergency_confirmed_on" date;