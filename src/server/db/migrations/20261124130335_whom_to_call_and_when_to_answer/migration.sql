-- compatible
ALTER TABLE "course" ADD COLUMN "reply_until_hours" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "replaces_absent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "emergency_others" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "goes_home" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "collectors" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_reply_until" CHECK ("reply_until_hours" between 0 and 72);--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_goes_home" CHECK ("goes_home" in ('unknown', 'collected', 'alone'));--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_emergency_others" CHECK (jsonb_typeof("emergency_others") = 'array' and jsonb_array_length("emergency_others") <= 2);--> statement-breakpoint
ALTER TABLE "user_notice" DROP CONSTRAINT "user_notice_topic", ADD CONSTRAINT "user_notice_topic" CHECK ("topic" in ('session_off', 'session_moved', 'session_on', 'seat_offered', 'enrolment', 'duty', 'reminder', 'replies', 'money_due'));--> statement-breakpoint
ALTER TABLE "user_notice_choice" DROP CONSTRAINT "user_notice_choice_kind", ADD CONSTRAINT "user_notice_choice_kind" CHECK ("kind" in ('dates', 'seats', 'enrolments', 'duties', 'reminders', 'replies', 'money'));