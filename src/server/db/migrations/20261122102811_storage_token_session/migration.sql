-- A bearer token names its session, and opens nothing once that session has ended: by signing out, by the owner or the board,
-- by a new password, by age.
drop function token_user(uuid);
--> statement-breakpoint
create function token_user(named_user uuid, named_session uuid, at timestamptz)
returns table (user_id uuid, role text, club text, firstname text, lastname text, email text, is_disabled boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  -- Not in the function's head: only a superuser of PostgreSQL may name an own setting there.
  perform set_config('app.club', '*', true);
  return query
  select u.id, u.role, u.club, u.firstname, u.lastname, u.email, u.disabled_at is not null
  from auth_session s join app_user u on u.id = s.user_id
  where s.id = named_session and s.user_id = named_user and s.expires_at > at and s.created_at > at - interval '30 days';
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
--> statement-breakpoint
-- The club of a user, whatever club asks; it decides whose files lie under users/{id}/.
create function club_of_user(named_user uuid) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  found_club text;
begin
  perform set_config('app.club', '*', true);
  select u.club into found_club from app_user u where u.id = named_user;
  perform set_config('app.club', coalesce(scope, ''), true);
  return found_club;
end $$;
