-- compatible
CREATE TABLE "consent_text" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"purpose" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"from_day" date NOT NULL,
	"asks_again" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	CONSTRAINT "consent_text_versions" UNIQUE("club","purpose","version"),
	CONSTRAINT "consent_text_days" UNIQUE("club","purpose","from_day"),
	CONSTRAINT "consent_text_purpose" CHECK ("purpose" in ('privacy_notice', 'photo_web', 'photo_print', 'contact_list', 'newsletter', 'health_note')),
	CONSTRAINT "consent_text_version" CHECK ("version" >= 2),
	CONSTRAINT "consent_text_text" CHECK ("text" <> '')
);
--> statement-breakpoint
CREATE INDEX "consent_text_created_by" ON "consent_text" ("created_by");--> statement-breakpoint
ALTER TABLE "consent_text" ADD CONSTRAINT "consent_text_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "consent_text" ADD CONSTRAINT "consent_text_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
-- The text so far is version 1; a change of the type passes row security.
alter table consent alter column text_version set data type text using (case when text_version = '2026-11' then '1' else text_version end);
