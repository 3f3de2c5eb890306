CREATE TABLE "mail_message" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"subject" text NOT NULL,
	"body" jsonb NOT NULL,
	"audience" jsonb NOT NULL,
	"audience_name" text NOT NULL,
	"legal_basis" text NOT NULL,
	"reply_to" text NOT NULL,
	"recipients" integer NOT NULL,
	"created_by" uuid,
	"sender" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "mail_message_basis" CHECK ("legal_basis" in ('contract', 'membership', 'consent'))
);
--> statement-breakpoint
CREATE TABLE "mail_recipient" (
	"message_id" uuid,
	"club" text NOT NULL,
	"email" text,
	"name" text NOT NULL,
	"person_ids" uuid[] NOT NULL,
	"unsubscribe_token" text,
	CONSTRAINT "mail_recipient_pkey" PRIMARY KEY("message_id","email")
);
--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "outbox_mail" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE INDEX "mail_message_archive" ON "mail_message" ("club","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_recipient_unsubscribe" ON "mail_recipient" ("unsubscribe_token");--> statement-breakpoint
CREATE INDEX "outbox_mail_batch" ON "outbox_mail" ("batch_id","state") WHERE "batch_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mail_failed" ON "outbox_mail" ("recipient") WHERE "state" = 'failed';--> statement-breakpoint
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "mail_recipient" ADD CONSTRAINT "mail_recipient_message_id_mail_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "mail_message"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_recipient" ADD CONSTRAINT "mail_recipient_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint

alter table mail_message enable row level security;
--> statement-breakpoint
alter table mail_message force row level security;
--> statement-breakpoint
create policy mail_message_scope on mail_message
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table mail_recipient enable row level security;
--> statement-breakpoint
alter table mail_recipient force row level security;
--> statement-breakpoint
create policy mail_recipient_scope on mail_recipient
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
