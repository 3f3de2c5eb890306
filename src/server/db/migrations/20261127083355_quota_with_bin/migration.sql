-- compatible: the same function, which now counts deleted files as well
-- What can be brought back still needs its room. The question comes from outside of any club, and the bin is behind its row security.
create or replace function storage_use(of_club text, without_path text, without_upload text, of_owner uuid, of_user uuid, at timestamptz)
returns table (used_bytes bigint, own_bytes bigint, open_uploads bigint)
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  scope text := coalesce(current_setting('app.club', true), '');
begin
  perform pg_advisory_xact_lock(hashtextextended('storage:' || of_club, 0));
  -- Each statement of a volatile function sees what was committed before it, thus before the lock was given.
  perform set_config('app.club', '*', true);
  return query select
    ((select coalesce(sum(size_bytes), 0) from storage_object where club = of_club and path is distinct from without_path)
      + (select coalesce(sum((segment ->> 'bytes')::bigint), 0) from deleted_record, jsonb_array_elements(segments) as segment
         where club = of_club)
      + (select coalesce(sum(greatest(received_bytes, declared_bytes)), 0) from upload_session
         where club = of_club and status = 'active' and id is distinct from without_upload))::bigint,
    (select coalesce(sum(size_bytes), 0) from storage_object where owner_id = of_owner and path is distinct from without_path)::bigint,
    (select count(*) from upload_session where user_id = of_user and status = 'active' and expires_at > at);
  perform set_config('app.club', scope, true);
end $$;
