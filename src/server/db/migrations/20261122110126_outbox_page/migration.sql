ALTER TABLE "outbox_mail" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "outbox_mail_recent" ON "outbox_mail" ("club","created_at");--> statement-breakpoint
CREATE INDEX "outbox_mail_open" ON "outbox_mail" ("club") WHERE "state" in ('queued', 'held');