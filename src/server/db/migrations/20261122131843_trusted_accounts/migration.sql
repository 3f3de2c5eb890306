ALTER TABLE "mail_link" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "mail_link" ADD COLUMN "session_id" uuid;
--> statement-breakpoint
-- The time of an entry is that of the database, under the lock: the server's own user cannot write one for yesterday.
-- The owner of the tables, who could change everything anyway, may name another, e.g. for a log that is taken over.
create or replace function record_entries(audits jsonb, notices jsonb) returns void
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
    if head.club is distinct from one ->> 'club' then
      update audit_head set last_id = head.last_id, last_hash = head.last_hash where club = head.club;
      select * into head from audit_head where club = one ->> 'club';
      if not found then
        head.club := one ->> 'club';
        head.last_hash := sha256(convert_to(head.club, 'UTF8'));
        insert into audit_head (club, last_id, last_hash, anchor_hash) values (head.club, 0, head.last_hash, head.last_hash);
      end if;
    end if;
    entry.id := nextval('audit_id_seq');
    entry.name := one ->> 'name';
    entry.time := coalesce(case when session_user = current_user then (one ->> 'time')::timestamptz end, clock_timestamp());
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
    head.last_id := entry.id;
    head.last_hash := entry.hash;
  end loop;
  update audit_head set last_id = head.last_id, last_hash = head.last_hash where club = head.club;
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
-- The only way to remove entries of the security log for the server's own user: by age, and never those of the last 30 days.
create function security_log_forget(older_than timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from security_log where at < least(older_than, now() - interval '30 days');
$$;
