ALTER TABLE "auth_session" ADD COLUMN "factor_proved_at" timestamp with time zone;
--> statement-breakpoint
-- As before, but a second factor that the provider of federated sign-in asked for counts for that session.
create or replace function session_viewer(session_token text, at timestamptz)
returns table (session_id uuid, user_id uuid, role text, club text, firstname text, lastname text, email text,
  confirmed_at timestamptz, is_factor_due boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  return query
  select s.id, u.id, u.role, u.club, u.firstname, u.lastname, u.email, s.confirmed_at,
    case when f.enabled_at is null and f.asked_at < at - interval '14 days' and s.factor_proved_at is null
        and not exists (select 1 from passkey p where p.user_id = u.id)
      then second_factor_roles() ? u.role else false end
  from auth_session s join app_user u on u.id = s.user_id left join second_factor f on f.user_id = u.id
  where s.token = session_token and s.expires_at > at and s.created_at > at - interval '30 days' and u.disabled_at is null;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
