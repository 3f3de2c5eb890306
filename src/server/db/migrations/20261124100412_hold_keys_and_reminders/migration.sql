-- compatible
ALTER TABLE "enrolment" ADD COLUMN "hold_key_hash" text;--> statement-breakpoint
CREATE INDEX "enrolment_hold" ON "enrolment" ("hold_key_hash") WHERE "state" = 'unverified';--> statement-breakpoint
ALTER TABLE "user_notice" DROP CONSTRAINT "user_notice_topic", ADD CONSTRAINT "user_notice_topic" CHECK ("topic" in ('session_off', 'session_moved', 'session_on', 'seat_offered', 'enrolment', 'duty', 'reminder', 'replies'));--> statement-breakpoint
ALTER TABLE "user_notice_choice" DROP CONSTRAINT "user_notice_choice_kind", ADD CONSTRAINT "user_notice_choice_kind" CHECK ("kind" in ('dates', 'seats', 'enrolments', 'duties', 'reminders', 'replies'));--> statement-breakpoint
ALTER TABLE "user_notice_choice" DROP CONSTRAINT "user_notice_choice_mail", ADD CONSTRAINT "user_notice_choice_mail" CHECK ("mail" or "kind" in ('dates', 'duties', 'reminders', 'replies'));