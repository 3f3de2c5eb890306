-- The ledger: audit entries with a hash chain per club, and the notices that tell browsers what changed.

create sequence audit_id_seq owned by audit.id;
--> statement-breakpoint
create sequence notice_id_seq owned by notice.id;
--> statement-breakpoint

-- What the hash of an entry covers: the hash before it and every column of its own.
create function audit_hash(previous bytea, entry audit) returns bytea
language sql immutable set search_path = public, pg_temp as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.id, entry.name, extract(epoch from entry.time), entry.content, entry.club, entry.app, entry.actor_id,
    entry.action, entry.entity, entry.entity_id, entry.before, entry.after)::text, 'UTF8'))
$$;
--> statement-breakpoint

-- The only writer of audit and notice. It takes one lock until the commit, so numbers and hashes stand in the order of the commits.
create function record_entries(audits jsonb, notices jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one jsonb;
  entry audit;
  head audit_head;
  last_notice bigint;
begin
  perform pg_advisory_xact_lock(20261121);
  perform set_config('app.ledger', 'on', true);
  for one in select * from jsonb_array_elements(audits) loop
    select * into head from audit_head where club = one ->> 'club';
    if not found then
      head.last_hash := sha256(convert_to(one ->> 'club', 'UTF8'));
      insert into audit_head (club, last_id, last_hash, anchor_hash) values (one ->> 'club', 0, head.last_hash, head.last_hash);
    end if;
    entry.id := nextval('audit_id_seq');
    entry.name := one ->> 'name';
    entry.time := (one ->> 'time')::timestamptz;
    entry.content := one ->> 'content';
    entry.club := one ->> 'club';
    entry.app := 'v2';
    entry.actor_id := (one ->> 'actorId')::uuid;
    entry.action := one ->> 'action';
    entry.entity := one ->> 'entity';
    entry.entity_id := one ->> 'entityId';
    entry.before := one -> 'before';
    entry.after := one -> 'after';
    entry.previous_hash := head.last_hash;
    entry.hash := audit_hash(head.last_hash, entry);
    insert into audit values (entry.*);
    update audit_head set last_id = entry.id, last_hash = entry.hash where club = entry.club;
  end loop;
  for one in select * from jsonb_array_elements(notices) loop
    last_notice := nextval('notice_id_seq');
    insert into notice (id, collection, club, entity_id) values (last_notice, one ->> 'collection', one ->> 'club', one ->> 'entityId');
    insert into collection_version (club, collection, version) values (one ->> 'club', one ->> 'collection', 1)
      on conflict (club, collection) do update set version = collection_version.version + 1;
  end loop;
  if last_notice is not null then
    perform pg_notify('notice', last_notice::text);
  end if;
  perform set_config('app.ledger', '', true);
end $$;
--> statement-breakpoint

-- Walks the chain of every club; returns one row for each fault: an entry that was changed, one that is missing, or a cut-off end.
create function audit_faults() returns table (club text, id bigint, fault text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  entry audit;
  expected bytea;
begin
  for entry in select a.* from audit a where not exists (select 1 from audit_head h where h.club = a.club) loop
    club := entry.club; id := entry.id; fault := 'ohne Kette'; return next;
  end loop;
  for head in select * from audit_head loop
    expected := head.anchor_hash;
    for entry in select a.* from audit a where a.club = head.club order by a.id loop
      if entry.previous_hash <> expected then
        club := entry.club; id := entry.id; fault := 'Vorgänger fehlt oder wurde geändert'; return next;
      end if;
      if entry.hash <> audit_hash(entry.previous_hash, entry) then
        club := entry.club; id := entry.id; fault := 'Eintrag wurde geändert'; return next;
      end if;
      expected := entry.hash;
    end loop;
    if expected <> head.last_hash then
      club := head.club; id := head.last_id; fault := 'Ende der Kette fehlt'; return next;
    end if;
  end loop;
end $$;
--> statement-breakpoint

-- The retention job: forgets entries older than an instant and keeps the hash at which the chain goes on.
create function audit_forget(older_than timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
  last_forgotten audit;
  gone bigint := 0;
  removed bigint;
begin
  perform pg_advisory_xact_lock(20261121);
  perform set_config('app.ledger', 'on', true);
  -- The shortest retention that a super can set is a month: nobody who takes over the server erases what he just did.
  older_than := least(older_than, now() - interval '28 days');
  for head in select * from audit_head loop
    -- Up to the first entry that must stay; one with an older time behind it stays as well, so that the chain holds.
    select * into last_forgotten from audit a
      where a.club = head.club
        and a.id < coalesce((select min(b.id) from audit b where b.club = head.club and b.time >= older_than), 9223372036854775807)
      order by a.id desc limit 1;
    continue when not found;
    delete from audit a where a.club = head.club and a.id <= last_forgotten.id;
    get diagnostics removed = row_count;
    gone := gone + removed;
    update audit_head h set anchor_hash = last_forgotten.hash where h.club = head.club;
  end loop;
  perform set_config('app.ledger', '', true);
  return gone;
end $$;
--> statement-breakpoint

-- Append-only even where the server connects as the owner of the tables: only the functions above may write.
create function ledger_guard() returns trigger language plpgsql as $$
begin
  if current_setting('app.ledger', true) is distinct from 'on' then
    raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger audit_guard before insert or update or delete on audit for each row execute function ledger_guard();
--> statement-breakpoint
create trigger audit_truncate_guard before truncate on audit for each statement execute function ledger_guard();
--> statement-breakpoint
create trigger audit_head_guard before insert or update or delete on audit_head for each row execute function ledger_guard();
--> statement-breakpoint

-- Row security: the net beneath the rights in the code. Without a scope there are no rows.
alter table app_user enable row level security;
--> statement-breakpoint
alter table app_user force row level security;
--> statement-breakpoint
create policy app_user_scope on app_user
  using (current_setting('app.club', true) in (club, '*') or id::text = current_setting('app.user', true))
  with check (current_setting('app.club', true) in (club, '*') or id::text = current_setting('app.user', true));
--> statement-breakpoint

-- Who acts in a living session, read on every request: role, club and disabled state straight from the user document.
create function session_viewer(session_token text, at timestamptz)
returns table (session_id uuid, user_id uuid, role text, club text, firstname text, lastname text, email text, confirmed_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  -- Not in the function's head: only a superuser of PostgreSQL may name an own setting there.
  perform set_config('app.club', '*', true);
  return query
  select s.id, u.id, u.role, u.club, u.firstname, u.lastname, u.email, s.confirmed_at
  from auth_session s join app_user u on u.id = s.user_id
  where s.token = session_token and s.expires_at > at and s.created_at > at - interval '30 days' and u.disabled_at is null;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
--> statement-breakpoint

-- Which of these sessions are still good for a live stream, with the role and club of now.
create function living_sessions(sessions uuid[]) returns table (session_id uuid, role text, club text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  -- Not in the function's head: only a superuser of PostgreSQL may name an own setting there.
  perform set_config('app.club', '*', true);
  return query
  select s.id, u.role, u.club from auth_session s join app_user u on u.id = s.user_id
  where s.id = any (sessions) and s.expires_at > now() and s.created_at > now() - interval '30 days' and u.disabled_at is null;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
--> statement-breakpoint

-- Browsers that were away for longer read everything again.
create function forget_notices(older_than timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from notice where at < older_than
$$;
