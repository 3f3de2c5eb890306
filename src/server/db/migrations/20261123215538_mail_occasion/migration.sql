-- compatible
DROP INDEX "user_notice_key";--> statement-breakpoint
ALTER TABLE "user_notice" ADD COLUMN "occasion" uuid;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "occasion" uuid;--> statement-breakpoint
CREATE INDEX "user_notice_occasion" ON "user_notice" ("occasion") WHERE "occasion" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mail_occasion" ON "outbox_mail" ("occasion") WHERE "occasion" is not null;