-- compatible: an older program notes its mails as before, and asks nothing
ALTER TABLE "holder_notice" ADD COLUMN "news_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "holder_notice" ADD COLUMN "body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "holder_notice" ADD COLUMN "answer_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "holder_notice" ADD COLUMN "proposals" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "holder_notice" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "holder_notice" ADD COLUMN "remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "holder_notice" ADD COLUMN "answered_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "holder_notice" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "holder_notice" ADD CONSTRAINT "holder_notice_answer" CHECK ("answer" in ('accepted', 'declined'));--> statement-breakpoint
ALTER TABLE "holder_notice" ADD CONSTRAINT "holder_notice_answered" CHECK (("answer" is null) = ("answered_at" is null));--> statement-breakpoint
-- What a club of the portal was asked it may count and read; it writes nothing there but by the door that looks for the right.
create policy holder_notice_own on holder_notice for select
  using (organisation_id in (select id from organisation where club = current_setting('app.club', true)));
