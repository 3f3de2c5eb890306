ALTER TABLE "outbox_mail" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "lost_leases" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "message_id" text;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "give_up_at" timestamp with time zone DEFAULT now() + interval '5 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "outbox_mail_bulk_sent" ON "outbox_mail" ("sent_at") WHERE "kind" = 'bulk';--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD CONSTRAINT "outbox_mail_failure" CHECK ("failure" in ('recipient', 'server', 'unknown'));--> statement-breakpoint
-- What failed before counts against an address only where its server said so for good (5xx).
update outbox_mail set failure = case when last_error ~ '\m5[0-9][0-9]\M' then 'recipient' else 'server' end where state = 'failed';
