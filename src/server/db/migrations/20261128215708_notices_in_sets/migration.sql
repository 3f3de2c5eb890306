-- compatible: the same functions, with fewer statements inside; a rush calls both for every sign-up
create or replace function record_entries(audits jsonb, notices jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one jsonb;
  entry audit;
  head audit_head;
begin
  perform pg_advisory_xact_lock(20261121);
  perform set_config('app.ledger', 'on', true);
  for one in select * from jsonb_array_elements(audits) loop
    if head.club is distinct from one ->> 'club' then
      if head.club is not null then
        update audit_head set last_id = head.last_id, last_hash = head.last_hash where club = head.club;
      end if;
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
  if head.club is not null then
    update audit_head set last_id = head.last_id, last_hash = head.last_hash where club = head.club;
  end if;
  if jsonb_array_length(notices) > 0 then
    insert into notice (id, collection, club, entity_id)
      select nextval('notice_id_seq'), told ->> 'collection', told ->> 'club', told ->> 'entityId' from jsonb_array_elements(notices) as told;
    insert into collection_version (club, collection, version)
      select distinct told ->> 'club', told ->> 'collection', 1 from jsonb_array_elements(notices) as told
      on conflict (club, collection) do update set version = collection_version.version + 1;
    perform pg_notify('notice', currval('notice_id_seq')::text);
  end if;
  perform set_config('app.ledger', '', true);
end $$;
--> statement-breakpoint
create or replace function push_devices_of(users uuid[], people uuid[], of_kind text, is_usual boolean)
returns table (user_id uuid, subscription_id uuid) language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.club', true), '');
begin
  perform set_config('app.club', '*', true);
  -- Most accounts have no device: the query over choices is planned anew for each call.
  if exists (select from push_subscription s where s.user_id = any (users)) then
    return query select distinct s.user_id, s.id from unnest(users, people) as told (account, whom)
      join push_subscription s on s.user_id = told.account
      where coalesce(
        (select c.push from user_notice_choice c where c.user_id = told.account and c.kind = of_kind and c.person_id = told.whom),
        (select c.push from user_notice_choice c where c.user_id = told.account and c.kind = of_kind and c.person_id is null),
        is_usual);
  end if;
  perform set_config('app.club', scope, true);
end $$;
