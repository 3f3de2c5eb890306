ALTER TABLE "enrolment" ADD COLUMN "billed_from" date;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "billed_until" date;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "term_from" date;--> statement-breakpoint
CREATE INDEX "enrolment_moved_from" ON "enrolment" ("moved_from") WHERE "moved_from" is not null;--> statement-breakpoint
ALTER TABLE "enrolment" DROP CONSTRAINT "enrolment_notice_kind", ADD CONSTRAINT "enrolment_notice_kind" CHECK ("notice_kind" in ('ordinary', 'extraordinary', 'by_club', 'withdrawal', 'moved'));