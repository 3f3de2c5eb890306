CREATE TABLE "club" (
	"name" text PRIMARY KEY,
	"image" text NOT NULL,
	"display_name" text NOT NULL,
	"slogan" text NOT NULL,
	"title" text NOT NULL,
	"has_content" boolean NOT NULL,
	"has_news" boolean NOT NULL,
	"has_participations" boolean NOT NULL,
	"has_operationals" boolean NOT NULL,
	"footer_links" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "club_name_upper" CHECK ("name" = upper("name"))
);
--> statement-breakpoint
CREATE TABLE "config_parameter" (
	"name" text PRIMARY KEY,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_account" (
	"id" uuid PRIMARY KEY,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_session" (
	"id" uuid PRIMARY KEY,
	"token" text NOT NULL UNIQUE,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_user" (
	"id" uuid PRIMARY KEY,
	"name" text NOT NULL,
	"email" text NOT NULL UNIQUE,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"firstname" text DEFAULT '' NOT NULL,
	"lastname" text DEFAULT '' NOT NULL,
	"club" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_verification" (
	"id" uuid PRIMARY KEY,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_link" (
	"token_hash" text PRIMARY KEY,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"email_hash" text,
	"user_id" uuid,
	"network" text NOT NULL,
	"detail" text
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY,
	"has_user" boolean DEFAULT true NOT NULL,
	"club" text NOT NULL,
	"role" text DEFAULT 'reader' NOT NULL,
	"firstname" text DEFAULT '' NOT NULL,
	"lastname" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"member_id" text DEFAULT '' NOT NULL,
	"logins" integer DEFAULT 0 NOT NULL,
	"last_login" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "app_user_role" CHECK ("role" in ('reader', 'trainer', 'editor', 'admin', 'super'))
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY,
	"name" text NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"content" text NOT NULL,
	"club" text NOT NULL,
	"app" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"before" jsonb,
	"after" jsonb,
	"previous_hash" bytea NOT NULL,
	"hash" bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"club" text PRIMARY KEY,
	"last_id" bigint NOT NULL,
	"last_hash" bytea NOT NULL,
	"anchor_hash" bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_version" (
	"club" text,
	"collection" text,
	"version" bigint NOT NULL,
	CONSTRAINT "collection_version_pkey" PRIMARY KEY("club","collection")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" bigint PRIMARY KEY,
	"collection" text NOT NULL,
	"club" text NOT NULL,
	"entity_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "committed_batch" (
	"id" uuid PRIMARY KEY,
	"committed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"owner" text,
	"key" text,
	"request_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_key_pkey" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "outbox_mail" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_mail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"club" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"once_key" text UNIQUE,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "outbox_mail_state" CHECK ("state" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY,
	"count" integer NOT NULL,
	"window_ends" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "system_value" (
	"name" text PRIMARY KEY,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "auth_account_user" ON "auth_account" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_account_provider" ON "auth_account" ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "auth_session_user" ON "auth_session" ("user_id");--> statement-breakpoint
CREATE INDEX "auth_session_age" ON "auth_session" ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_verification_identifier" ON "auth_verification" ("identifier");--> statement-breakpoint
CREATE INDEX "auth_verification_age" ON "auth_verification" ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_link_user" ON "mail_link" ("user_id");--> statement-breakpoint
CREATE INDEX "mail_link_age" ON "mail_link" ("expires_at");--> statement-breakpoint
CREATE INDEX "security_log_at" ON "security_log" ("at");--> statement-breakpoint
CREATE INDEX "security_log_user" ON "security_log" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_email" ON "app_user" (lower("email"));--> statement-breakpoint
CREATE INDEX "app_user_name" ON "app_user" ("club",lower("lastname"),lower("firstname"),"id");--> statement-breakpoint
CREATE INDEX "audit_club" ON "audit" ("club","id");--> statement-breakpoint
CREATE INDEX "audit_time" ON "audit" ("time");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" ("at");--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_mail_due" ON "outbox_mail" ("next_attempt_at") WHERE "state" = 'queued';--> statement-breakpoint
CREATE INDEX "outbox_mail_club" ON "outbox_mail" ("club","id");--> statement-breakpoint
CREATE INDEX "rate_limit_age" ON "rate_limit" ("window_ends");--> statement-breakpoint
ALTER TABLE "auth_account" ADD CONSTRAINT "auth_account_user_id_auth_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_auth_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_link" ADD CONSTRAINT "mail_link_user_id_auth_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");