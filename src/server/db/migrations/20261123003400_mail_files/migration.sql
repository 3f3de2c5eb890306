CREATE TABLE "mail_file" (
	"message_id" uuid,
	"club" text NOT NULL,
	"path" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "mail_file_pkey" PRIMARY KEY("message_id","path")
);
--> statement-breakpoint
CREATE TABLE "mail_template" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"body" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "mail_template_name" CHECK (length("name") between 1 and 60)
);
--> statement-breakpoint
CREATE INDEX "mail_file_path" ON "mail_file" ("path");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_template_once" ON "mail_template" ("club",lower("name"));--> statement-breakpoint
ALTER TABLE "mail_file" ADD CONSTRAINT "mail_file_message_id_mail_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "mail_message"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_file" ADD CONSTRAINT "mail_file_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "mail_template" ADD CONSTRAINT "mail_template_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");
--> statement-breakpoint
alter table mail_file enable row level security;
--> statement-breakpoint
alter table mail_file force row level security;
--> statement-breakpoint
create policy mail_file_scope on mail_file
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table mail_template enable row level security;
--> statement-breakpoint
alter table mail_template force row level security;
--> statement-breakpoint
create policy mail_template_scope on mail_template
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
