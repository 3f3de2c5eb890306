CREATE TABLE "user_notice_choice" (
	"user_id" uuid,
	"kind" text,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_notice_choice_pkey" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "user_notice_choice_kind" CHECK ("kind" in ('dates', 'seats', 'enrolments', 'duties')),
	CONSTRAINT "user_notice_choice_mail" CHECK ("mail" or "kind" in ('dates', 'duties'))
);
--> statement-breakpoint
ALTER TABLE "user_notice_choice" ADD CONSTRAINT "user_notice_choice_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_notice" DROP CONSTRAINT "user_notice_topic", ADD CONSTRAINT "user_notice_topic" CHECK ("topic" in ('session_off', 'session_moved', 'session_on', 'seat_offered', 'enrolment', 'duty'));--> statement-breakpoint
-- Chosen by the account; read for every account when mails are written.
alter table user_notice_choice enable row level security;
--> statement-breakpoint
alter table user_notice_choice force row level security;
--> statement-breakpoint
create policy user_notice_choice_scope on user_notice_choice
  using (current_setting('app.club', true) = '*' or user_id::text = current_setting('app.user', true))
  with check (current_setting('app.club', true) = '*' or user_id::text = current_setting('app.user', true));
