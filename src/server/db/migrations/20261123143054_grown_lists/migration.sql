-- compatible: what ten years of 50 clubs were read without (npm run prove -- grown)
CREATE INDEX "enrolment_registered" ON "enrolment" ("club","registered_at");--> statement-breakpoint
CREATE INDEX "outbox_mail_recipient_lower" ON "outbox_mail" (lower("recipient"));