CREATE TABLE "user_notice" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"club" text NOT NULL,
	"topic" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"once_key" text NOT NULL,
	"shown_from" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "user_notice_topic" CHECK ("topic" in ('session_off', 'session_moved', 'session_on', 'seat_offered', 'enrolment'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_notice_once" ON "user_notice" ("user_id","once_key");--> statement-breakpoint
CREATE INDEX "user_notice_latest" ON "user_notice" ("user_id","shown_from");--> statement-breakpoint
CREATE INDEX "user_notice_key" ON "user_notice" ("once_key");--> statement-breakpoint
CREATE INDEX "user_notice_old" ON "user_notice" ("shown_from");--> statement-breakpoint
ALTER TABLE "user_notice" ADD CONSTRAINT "user_notice_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_notice" ADD CONSTRAINT "user_notice_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint

-- Written and taken back by the club; read by the account alone.
alter table user_notice enable row level security;
--> statement-breakpoint
alter table user_notice force row level security;
--> statement-breakpoint
create policy user_notice_scope on user_notice
  using (current_setting('app.club', true) in (club, '*') or user_id::text = current_setting('app.user', true))
  with check (current_setting('app.club', true) in (club, '*') or user_id::text = current_setting('app.user', true));
