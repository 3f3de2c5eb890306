CREATE TABLE "saved_view" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"club" text NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_view_page" CHECK ("page" in ('members', 'charges', 'bookings')),
	CONSTRAINT "saved_view_name" CHECK (length("name") between 1 and 60),
	CONSTRAINT "saved_view_query" CHECK (length("query") <= 1000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_once" ON "saved_view" ("user_id","club","page",lower("name"));--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");
-- Row security: the own club (docs/decisions/0002).
--> statement-breakpoint
alter table saved_view enable row level security;
--> statement-breakpoint
alter table saved_view force row level security;
--> statement-breakpoint
create policy saved_view_scope on saved_view
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
