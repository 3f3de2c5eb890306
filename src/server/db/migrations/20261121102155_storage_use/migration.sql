-- What the files of a club need, with what is on its way, for whoever is about to store something: he gets the lock of the club
-- first, so that of two files of which one fits, one is stored. One question in place of four.
create function storage_use(of_club text, without_path text, without_upload text, of_owner uuid, of_user uuid, at timestamptz)
returns table (used_bytes bigint, own_bytes bigint, open_uploads bigint)
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('storage:' || of_club, 0));
  -- Each statement of a volatile function sees what was committed before it, thus before the lock was given.
  return query select
    ((select coalesce(sum(size_bytes), 0) from storage_object where club = of_club and path is distinct from without_path)
      + (select coalesce(sum(greatest(received_bytes, declared_bytes)), 0) from upload_session
         where club = of_club and status = 'active' and id is distinct from without_upload))::bigint,
    (select coalesce(sum(size_bytes), 0) from storage_object where owner_id = of_owner and path is distinct from without_path)::bigint,
    (select count(*) from upload_session where user_id = of_user and status = 'active' and expires_at > at);
end $$;
