-- compatible
CREATE TABLE "hall_request" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"link_hashes" text[] DEFAULT '{}'::text[] NOT NULL,
	"state" text NOT NULL,
	"organisation_name" text NOT NULL,
	"kind" text NOT NULL,
	"contact_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"purpose" text NOT NULL,
	"age_group" text,
	"participants" integer,
	"message" text DEFAULT '' NOT NULL,
	"wants" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"organisation_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "hall_request_state" CHECK ("state" in ('unconfirmed', 'open', 'linked', 'rejected')),
	CONSTRAINT "hall_request_confirmed" CHECK (("state" = 'unconfirmed') = ("confirmed_at" is null)),
	CONSTRAINT "hall_request_decided" CHECK (("state" in ('linked', 'rejected')) = ("decided_at" is not null))
);
--> statement-breakpoint
CREATE INDEX "hall_request_links" ON "hall_request" USING gin ("link_hashes");--> statement-breakpoint
CREATE INDEX "hall_request_state_club" ON "hall_request" ("club","state","confirmed_at");--> statement-breakpoint
CREATE INDEX "hall_request_organisation" ON "hall_request" ("organisation_id");--> statement-breakpoint
CREATE INDEX "hall_request_decided_by" ON "hall_request" ("decided_by");--> statement-breakpoint
ALTER TABLE "hall_request" ADD CONSTRAINT "hall_request_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "hall_request" ADD CONSTRAINT "hall_request_decided_by_app_user_id_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "hall_request" ADD CONSTRAINT "hall_request_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE SET NULL;--> statement-breakpoint
-- Seen and written in the scope of the club that decides.
alter table hall_request enable row level security;
--> statement-breakpoint
alter table hall_request force row level security;
--> statement-breakpoint
create policy hall_request_scope on hall_request
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- Which request a link opens: the only way past the scope for somebody without an account.
create function hall_request_of_link(hash text) returns table (id uuid, club text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  return query
  select r.id, r.club from hall_request r where r.link_hashes @> array[hash];
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
