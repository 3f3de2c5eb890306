CREATE TABLE "push_message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscription_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_message_once" UNIQUE("subscription_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"session_id" uuid UNIQUE,
	"endpoint" text NOT NULL UNIQUE,
	"origin" text NOT NULL,
	"device" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_ok_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "push_message_notice" ON "push_message" ("notice_id");--> statement-breakpoint
CREATE INDEX "push_message_due" ON "push_message" ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "push_subscription_user" ON "push_subscription" ("user_id");--> statement-breakpoint
ALTER TABLE "push_message" ADD CONSTRAINT "push_message_subscription_id_push_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "push_subscription"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "push_message" ADD CONSTRAINT "push_message_notice_id_user_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "user_notice"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_session_id_auth_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "auth_session"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_notice_choice" ADD CONSTRAINT "user_notice_choice_one" CHECK ("kind" <> 'dates' or "mail" or "push");
--> statement-breakpoint
-- Seen by the account, and by those who write to all; a message itself holds nothing but ids.
alter table push_subscription enable row level security;
--> statement-breakpoint
alter table push_subscription force row level security;
--> statement-breakpoint
create policy push_subscription_scope on push_subscription
  using (current_setting('app.club', true) = '*' or user_id::text = current_setting('app.user', true))
  with check (current_setting('app.club', true) = '*' or user_id::text = current_setting('app.user', true));
