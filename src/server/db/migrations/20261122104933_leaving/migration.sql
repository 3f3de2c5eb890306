ALTER TABLE "enrolment" ADD COLUMN "leaves_on" date;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "notice_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "notice_kind" text;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "notice_amount" integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "notice_unit" text DEFAULT 'week' NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "notice_to" text DEFAULT 'month_end' NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "min_term_months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "enrolment_leaving" ON "enrolment" ("leaves_on") WHERE "state" = 'confirmed' and "leaves_on" is not null;--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_leaves" CHECK ("leaves_on" >= "starts_on");--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_notice_kind" CHECK ("notice_kind" in ('ordinary', 'by_club'));--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_notice" CHECK ("notice_unit" in ('week', 'month') and "notice_to" in ('any', 'month_end', 'quarter_end'));--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_notice_length" CHECK ("notice_amount" between 0 and 12 and "min_term_months" between 0 and 12 and ("kind" <> 'permanent' or "members_only"
        or "notice_amount" <= case "notice_unit" when 'month' then 1 else 4 end));