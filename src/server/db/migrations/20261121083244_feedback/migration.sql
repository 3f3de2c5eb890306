CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"club" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"rating" integer,
	"email" text DEFAULT '' NOT NULL,
	"page" text DEFAULT '' NOT NULL,
	"app_version" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"assigned_to" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "feedback_kind" CHECK ("kind" in ('club', 'app', 'course', 'facility')),
	CONSTRAINT "feedback_state" CHECK ("state" in ('new', 'in_progress', 'answered', 'closed', 'spam')),
	CONSTRAINT "feedback_rating" CHECK ("rating" between 1 and 5),
	CONSTRAINT "feedback_text" CHECK (length("text") between 10 and 2000)
);
--> statement-breakpoint
CREATE INDEX "feedback_inbox" ON "feedback" ("club","created_at","id");--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint

-- Row security: what visitors wrote to a club is seen within that club only (docs/decisions/0002).
alter table feedback enable row level security;
--> statement-breakpoint
alter table feedback force row level security;
--> statement-breakpoint
create policy feedback_scope on feedback
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
