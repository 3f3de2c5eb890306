CREATE TABLE "factor_challenge" (
	"token_hash" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" uuid,
	"code_hash" text,
	CONSTRAINT "recovery_code_pkey" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factor" (
	"user_id" uuid PRIMARY KEY,
	"asked_at" timestamp with time zone NOT NULL,
	"secret" text,
	"enabled_at" timestamp with time zone,
	"pending_secret" text,
	"last_step" bigint,
	"reset_asked_by" uuid,
	"reset_asked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "factor_challenge_user" ON "factor_challenge" ("user_id");--> statement-breakpoint
CREATE INDEX "factor_challenge_age" ON "factor_challenge" ("expires_at");--> statement-breakpoint
ALTER TABLE "factor_challenge" ADD CONSTRAINT "factor_challenge_user_id_auth_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_auth_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_user_id_auth_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "auth_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_reset_asked_by_auth_user_id_fkey" FOREIGN KEY ("reset_asked_by") REFERENCES "auth_user"("id") ON DELETE SET NULL;
--> statement-breakpoint
-- The roles that want a second factor: what a super has set, else the board and supers; in a demonstration nobody.
create function second_factor_roles() returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select p.value from config_parameter p where p.name = 'secondFactor.roles'),
    (select '[]'::jsonb from system_value v where v.name = 'demo' and v.value in ('default-password', 'own-password')),
    '["admin", "super"]'::jsonb)
$$;
--> statement-breakpoint
drop function session_viewer(text, timestamptz);
--> statement-breakpoint
-- Who acts in a living session, read on every request: role, club and disabled state straight from the user document, and
-- whether the account has gone 14 days without the second factor that its role wants.
create function session_viewer(session_token text, at timestamptz)
returns table (session_id uuid, user_id uuid, role text, club text, firstname text, lastname text, email text,
  confirmed_at timestamptz, is_factor_due boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  -- Not in the function's head: only a superuser of PostgreSQL may name an own setting there.
  perform set_config('app.club', '*', true);
  return query
  select s.id, u.id, u.role, u.club, u.firstname, u.lastname, u.email, s.confirmed_at,
    case when f.enabled_at is null and f.asked_at < at - interval '14 days' then second_factor_roles() ? u.role else false end
  from auth_session s join app_user u on u.id = s.user_id left join second_factor f on f.user_id = u.id
  where s.token = session_token and s.expires_at > at and s.created_at > at - interval '30 days' and u.disabled_at is null;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
