ALTER TABLE "mail_message" ADD COLUMN "state" text DEFAULT 'sent' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "send_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "held_because" text;--> statement-breakpoint
CREATE INDEX "mail_message_due" ON "mail_message" ("send_at") WHERE "state" = 'planned';--> statement-breakpoint
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_state" CHECK ("state" in ('draft', 'planned', 'sent', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_planned" CHECK ("state" <> 'planned' or "send_at" is not null);