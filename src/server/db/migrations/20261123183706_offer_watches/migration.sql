-- compatible
CREATE TABLE "offer_watch" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"link_hashes" text[] DEFAULT '{}'::text[] NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"course_id" uuid,
	"filter" jsonb,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"known" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"told" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	CONSTRAINT "offer_watch_state" CHECK ("state" in ('unconfirmed', 'active', 'ended')),
	CONSTRAINT "offer_watch_target" CHECK (num_nonnulls("course_id", "filter") = 1),
	CONSTRAINT "offer_watch_ended" CHECK (("state" = 'ended') = ("ended_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "offer_watch_once" ON "offer_watch" ("email","club","target");--> statement-breakpoint
CREATE INDEX "offer_watch_links" ON "offer_watch" USING gin ("link_hashes");--> statement-breakpoint
CREATE INDEX "offer_watch_active" ON "offer_watch" ("expires_at") WHERE "state" = 'active';--> statement-breakpoint
ALTER TABLE "offer_watch" ADD CONSTRAINT "offer_watch_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "offer_watch" ADD CONSTRAINT "offer_watch_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "offer_watch" ADD CONSTRAINT "offer_watch_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
-- Seen and written in the scope of the club on whose site it was asked for.
alter table offer_watch enable row level security;
--> statement-breakpoint
alter table offer_watch force row level security;
--> statement-breakpoint
create policy offer_watch_scope on offer_watch
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- Which watch a link opens: the only way past the scope for somebody without an account.
create function watch_of_link(hash text) returns table (id uuid, club text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  return query
  select w.id, w.club from offer_watch w where w.link_hashes @> array[hash];
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
