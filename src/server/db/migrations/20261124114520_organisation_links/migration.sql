-- compatible
CREATE TABLE "holder_notice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"once_key" text NOT NULL UNIQUE,
	"link_id" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "holder_notice_kind" CHECK ("kind" in ('season', 'closure', 'decision'))
);
--> statement-breakpoint
CREATE TABLE "organisation_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"contact_id" uuid NOT NULL,
	"token_hash" text NOT NULL UNIQUE,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "holder_notice_subject" ON "holder_notice" ("subject_id","sent_at");--> statement-breakpoint
CREATE INDEX "holder_notice_organisation" ON "holder_notice" ("organisation_id");--> statement-breakpoint
CREATE INDEX "holder_notice_sent" ON "holder_notice" ("sent_at");--> statement-breakpoint
CREATE INDEX "holder_notice_link" ON "holder_notice" ("link_id") WHERE "link_id" is not null;--> statement-breakpoint
CREATE INDEX "organisation_link_contact" ON "organisation_link" ("contact_id");--> statement-breakpoint
CREATE INDEX "organisation_link_expires" ON "organisation_link" ("expires_at");--> statement-breakpoint
ALTER TABLE "holder_notice" ADD CONSTRAINT "holder_notice_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "holder_notice" ADD CONSTRAINT "holder_notice_link_id_organisation_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "organisation_link"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "organisation_link" ADD CONSTRAINT "organisation_link_contact_id_organisation_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "organisation_contact"("id") ON DELETE CASCADE;
--> statement-breakpoint
-- Seen and written in the scope of the club that manages the organisation.
alter table organisation_link enable row level security;
--> statement-breakpoint
alter table organisation_link force row level security;
--> statement-breakpoint
create policy organisation_link_scope on organisation_link
  using (current_setting('app.club', true) = '*' or contact_id in (select id from organisation_contact))
  with check (current_setting('app.club', true) = '*' or contact_id in (select id from organisation_contact));
--> statement-breakpoint
alter table holder_notice enable row level security;
--> statement-breakpoint
alter table holder_notice force row level security;
--> statement-breakpoint
create policy holder_notice_scope on holder_notice
  using (current_setting('app.club', true) = '*' or organisation_id in (select id from organisation where manager_club = current_setting('app.club', true)))
  with check (current_setting('app.club', true) = '*' or organisation_id in (select id from organisation where manager_club = current_setting('app.club', true)));
--> statement-breakpoint
-- Whose hours a link opens: the only way past the scope for somebody without an account. Run out, or of a contact that ended: nobody's.
create function contact_of_link(hash text, at timestamp with time zone) returns table (link_id uuid, contact_id uuid, organisation_id uuid, club text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  return query
  select l.id, c.id, o.id, o.manager_club
    from organisation_link l
    join organisation_contact c on c.id = l.contact_id
    join organisation o on o.id = c.organisation_id
    where l.token_hash = hash and l.expires_at > at and c.ended_on is null and o.archived_on is null;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
