-- Row security for everything that names a person: the own club, and whoever stands in person_access.
-- Without a scope there are no rows (docs/decisions/0002).

alter table person_access enable row level security;
--> statement-breakpoint
alter table person_access force row level security;
--> statement-breakpoint
create policy person_access_scope on person_access
  using (current_setting('app.club', true) in (club, '*') or user_id::text = current_setting('app.user', true))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table person enable row level security;
--> statement-breakpoint
alter table person force row level security;
--> statement-breakpoint
create policy person_scope on person
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = person.id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table consent enable row level security;
--> statement-breakpoint
alter table consent force row level security;
--> statement-breakpoint
create policy consent_scope on consent
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = consent.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table member enable row level security;
--> statement-breakpoint
alter table member force row level security;
--> statement-breakpoint
create policy member_scope on member
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = member.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table participant enable row level security;
--> statement-breakpoint
alter table participant force row level security;
--> statement-breakpoint
create policy participant_scope on participant
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table participation enable row level security;
--> statement-breakpoint
alter table participation force row level security;
--> statement-breakpoint
create policy participation_scope on participation
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = participation.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table participation_log enable row level security;
--> statement-breakpoint
alter table participation_log force row level security;
--> statement-breakpoint
create policy participation_log_scope on participation_log
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table attendance enable row level security;
--> statement-breakpoint
alter table attendance force row level security;
--> statement-breakpoint
create policy attendance_scope on attendance
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = attendance.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

-- Whose enrolment a token opens: the only way past the scope for somebody without an account.
create function participation_of_token(token text) returns table (id uuid, club text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  -- Not in the function's head: only a superuser of PostgreSQL may name an own setting there.
  perform set_config('app.club', '*', true);
  return query
  select p.id, p.club from participation p where p.public_token = token;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
