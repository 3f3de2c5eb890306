CREATE TABLE "passkey" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"credential_id" text NOT NULL UNIQUE,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" ("user_id");--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_auth_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth_user"("id") ON DELETE CASCADE;--> statement-breakpoint
-- Whether a password alone does not open an account: with a code app, and with a passkey where the role wants a second factor.
create function asks_for_factor(account uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  is_wanted boolean;
begin
  if exists (select 1 from second_factor f where f.user_id = account and f.enabled_at is not null) then return true; end if;
  if not exists (select 1 from passkey p where p.user_id = account) then return false; end if;
  perform set_config('app.club', '*', true);
  select second_factor_roles() ? u.role into is_wanted from app_user u where u.id = account;
  perform set_config('app.club', coalesce(scope, ''), true);
  return coalesce(is_wanted, false);
end $$;
--> statement-breakpoint
-- As before, but a passkey is a second factor as well.
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
    case when f.enabled_at is null and f.asked_at < at - interval '14 days'
        and not exists (select 1 from passkey p where p.user_id = u.id)
      then second_factor_roles() ? u.role else false end
  from auth_session s join app_user u on u.id = s.user_id left join second_factor f on f.user_id = u.id
  where s.token = session_token and s.expires_at > at and s.created_at > at - interval '30 days' and u.disabled_at is null;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
