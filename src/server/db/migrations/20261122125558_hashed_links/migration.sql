DROP INDEX "enrolment_token";--> statement-breakpoint
DROP INDEX "assignment_token";--> statement-breakpoint
DROP INDEX "item_pledge_token";--> statement-breakpoint
ALTER TABLE "mail_recipient" ADD COLUMN "unsubscribe_hash" text;--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "link_hashes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "assignment" ADD COLUMN "link_hashes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "item_pledge" ADD COLUMN "link_hashes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
-- Links in mails that were sent before go on working: their secrets are kept as hashes from now on.
select set_config('app.club', '*', true);
--> statement-breakpoint
update enrolment set link_hashes = array[encode(sha256(convert_to(public_token, 'UTF8')), 'hex')];
--> statement-breakpoint
update assignment set link_hashes = array[encode(sha256(convert_to(manage_token, 'UTF8')), 'hex')];
--> statement-breakpoint
update item_pledge set link_hashes = array[encode(sha256(convert_to(manage_token, 'UTF8')), 'hex')];
--> statement-breakpoint
update mail_recipient set unsubscribe_hash = encode(sha256(convert_to(unsubscribe_token, 'UTF8')), 'hex') where unsubscribe_token is not null;
--> statement-breakpoint
select set_config('app.club', '', true);
--> statement-breakpoint
ALTER TABLE "mail_recipient" DROP COLUMN "unsubscribe_token";--> statement-breakpoint
ALTER TABLE "enrolment" DROP COLUMN "public_token";--> statement-breakpoint
ALTER TABLE "assignment" DROP COLUMN "manage_token";--> statement-breakpoint
ALTER TABLE "item_pledge" DROP COLUMN "manage_token";--> statement-breakpoint
CREATE INDEX "enrolment_links" ON "enrolment" USING gin ("link_hashes");--> statement-breakpoint
CREATE INDEX "assignment_links" ON "assignment" USING gin ("link_hashes");--> statement-breakpoint
CREATE INDEX "item_pledge_links" ON "item_pledge" USING gin ("link_hashes");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_recipient_unsubscribe" ON "mail_recipient" ("unsubscribe_hash");
--> statement-breakpoint
drop function enrolment_of_token(text);
--> statement-breakpoint
-- Whose enrolment a link opens: the only way past the scope for somebody without an account.
create function enrolment_of_link(hash text) returns table (id uuid, club text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  return query
  select e.id, e.club from enrolment e where e.link_hashes @> array[hash];
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
--> statement-breakpoint
drop function club_of_helper_token(text);
--> statement-breakpoint
-- Which club's helper list its address opens, or which club's assignment or pledge a link in a mail: the only way past the
-- scope for somebody without an account.
create function club_of_helper_token(token text, hash text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  found text;
begin
  perform set_config('app.club', '*', true);
  select l.club into found from helper_list l where l.public_token = token;
  if found is null then
    select a.club into found from assignment a where a.link_hashes @> array[hash];
  end if;
  if found is null then
    select p.club into found from item_pledge p where p.link_hashes @> array[hash];
  end if;
  perform set_config('app.club', coalesce(scope, ''), true);
  return found;
end $$;
