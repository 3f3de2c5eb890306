-- Signing in with a password takes two statements: one before the password is hashed, one after it was right.

-- Counts one try of each limit in turn and ends at the first that refuses: gives the end of its pause, null where all pass.
-- A limit is {key, free, windowMs, firstPauseMs, longestPauseMs}; without a first pause the rest of the window is closed.
create function count_tries(tries jsonb, at timestamptz) returns timestamptz
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
  ends timestamptz;
  pause_ends timestamptz;
begin
  -- Should the machine die now, a few counted tries are lost: nobody needs to wait for the disk because of them.
  perform set_config('synchronous_commit', 'off', true);
  for one in select * from jsonb_to_recordset(tries)
    as t (key text, free int, "windowMs" float8, "firstPauseMs" float8, "longestPauseMs" float8)
  loop
    ends := at + make_interval(secs => one."windowMs" / 1000);
    insert into rate_limit as r (key, count, window_ends) values (one.key, 1, ends)
      on conflict (key) do update set (count, window_ends, blocked_until) = (
        select n.count, n.window_ends, case
          when n.count < one.free then null
          when one."firstPauseMs" is null then n.window_ends
          else at + make_interval(secs =>
            least(one."firstPauseMs" * 2 ^ least(n.count - one.free, 30), coalesce(one."longestPauseMs", one."windowMs")) / 1000)
          end
        from (select
          case when r.window_ends <= at then 1 else r.count + 1 end as count,
          case when r.window_ends <= at or one."firstPauseMs" is not null then ends else r.window_ends end as window_ends) n)
      where r.blocked_until is null or r.blocked_until <= at;
    if not found then
      select blocked_until into pause_ends from rate_limit where key = one.key;
      return coalesce(pause_ends, at);
    end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint

-- Everything that decides about a sign-in with a password, by the address as it was typed (small letters).
create function sign_in_account(address text)
returns table (user_id uuid, password text, is_verified boolean, is_disabled boolean, user_document jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  -- Not in the function's head: only a superuser of PostgreSQL may name an own setting there.
  perform set_config('app.club', '*', true);
  return query
  select a.id, c.password, a.email_verified, u.disabled_at is not null,
    case when u.id is not null then jsonb_build_object('id', u.id, 'role', u.role, 'club', u.club,
      'firstname', u.firstname, 'lastname', u.lastname, 'email', u.email) end
  from auth_user a
    left join auth_account c on c.user_id = a.id and c.provider_id = 'credential'
    left join app_user u on u.id = a.id
  where a.email = address;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
--> statement-breakpoint

-- Lets somebody in whose password was right: the session, the limits, the security log and the audit log, all or nothing.
-- False where the account was disabled meanwhile.
create function open_session(session jsonb, replaced uuid, network_key text, account_key text, email_hash text, audits jsonb, notices jsonb)
returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  opened auth_session := jsonb_populate_record(null::auth_session, session);
begin
  perform set_config('app.club', '*', true);
  -- Whoever disables the account at this moment waits, and then finds the session that he has to end.
  perform 1 from app_user where id = opened.user_id and disabled_at is null for share;
  if not found then
    perform set_config('app.club', coalesce(scope, ''), true);
    return false;
  end if;
  insert into auth_session values (opened.*);
  delete from auth_session where id = replaced;
  -- A whole club may stand behind one address; only tries that failed count against it.
  update rate_limit set count = greatest(count - 1, 0), blocked_until = null where key = network_key;
  delete from rate_limit where key = account_key;
  insert into security_log (at, event, email_hash, user_id, network)
    values (opened.created_at, 'sign-in', open_session.email_hash, opened.user_id, opened.ip_address);
  if audits <> '[]' or notices <> '[]' then
    perform record_entries(audits, notices);
  end if;
  perform set_config('app.club', coalesce(scope, ''), true);
  return true;
end $$;
