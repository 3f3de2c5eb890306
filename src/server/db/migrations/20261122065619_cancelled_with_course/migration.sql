ALTER TABLE "course_session" ADD COLUMN "cancelled_with_course" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now the words of the reason told it.
UPDATE "course_session" SET "cancelled_with_course" = true FROM "course"
  WHERE "course"."id" = "course_session"."course_id" AND "course"."status" = 'cancelled'
    AND "course_session"."state" = 'cancelled' AND "course_session"."reason" = 'Kurs abgesagt';--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
-- Until now the key named the enrolment: second in the letters of its states, last in those to everybody with a seat.
UPDATE "outbox_mail" SET "subject_id" = split_part("once_key", ':', 2)::uuid
  WHERE "kind" = 'manage' AND "once_key" ~ '^participation:[0-9a-f-]{36}:';--> statement-breakpoint
UPDATE "outbox_mail" SET "subject_id" = right("once_key", 36)::uuid
  WHERE "kind" = 'manage' AND "once_key" ~ '^course:.*:[0-9a-f-]{36}$';--> statement-breakpoint
CREATE INDEX "outbox_mail_subject" ON "outbox_mail" ("subject_id") WHERE "subject_id" is not null;--> statement-breakpoint
ALTER TABLE "course_session" ADD CONSTRAINT "course_session_cancelled_with_course" CHECK (not "cancelled_with_course" or "state" = 'cancelled');