-- compatible
CREATE TABLE "auditor_link" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"year" integer NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL UNIQUE,
	"password_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"openings" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "auditor_link_list" ON "auditor_link" ("club","year","created_at");--> statement-breakpoint
CREATE INDEX "auditor_link_created_by" ON "auditor_link" ("created_by_id") WHERE "created_by_id" is not null;--> statement-breakpoint
ALTER TABLE "auditor_link" ADD CONSTRAINT "auditor_link_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "auditor_link" ADD CONSTRAINT "auditor_link_created_by_id_app_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;
--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table auditor_link enable row level security;
--> statement-breakpoint
alter table auditor_link force row level security;
--> statement-breakpoint
create policy auditor_link_scope on auditor_link
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- Whose books a link opens: the only way past the scope for auditors, who have no account. Run out or ended: nobody's.
create function books_of_link(hash text, at timestamp with time zone) returns table (link_id uuid, club_name text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  return query
  select l.id, l.club from auditor_link l where l.token_hash = hash and l.expires_at > at and l.ended_at is null;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
