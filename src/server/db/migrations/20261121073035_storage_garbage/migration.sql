-- Bytes lie outside the database: whoever lets go of them notes it in the same transaction, and a job removes them.
create function note_garbage(segments jsonb) returns void language sql set search_path = public, pg_temp as $$
  insert into storage_garbage (segment_id)
  select distinct one ->> 'id' from jsonb_array_elements(segments) as one on conflict do nothing
$$;
--> statement-breakpoint
create function storage_object_lets_go() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.segments is distinct from new.segments then
    perform note_garbage(old.segments);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger storage_object_lets_go after update of segments or delete on storage_object
  for each row execute function storage_object_lets_go();
--> statement-breakpoint
create function storage_size_lets_go() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform note_garbage(jsonb_build_array(old.segment));
  return null;
end $$;
--> statement-breakpoint
create trigger storage_size_lets_go after delete on storage_size for each row execute function storage_size_lets_go();
--> statement-breakpoint
-- A session that is done has given its bytes to the object and holds none.
create function upload_session_lets_go() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform note_garbage(old.segments);
  return null;
end $$;
--> statement-breakpoint
create trigger upload_session_lets_go after delete on upload_session for each row execute function upload_session_lets_go();
--> statement-breakpoint

-- Who a bearer token names: role, club and disabled state straight from the user document, whatever club asks.
create function token_user(id uuid)
returns table (user_id uuid, role text, club text, firstname text, lastname text, email text, is_disabled boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  -- Not in the function's head: only a superuser of PostgreSQL may name an own setting there.
  perform set_config('app.club', '*', true);
  return query
  select u.id, u.role, u.club, u.firstname, u.lastname, u.email, u.disabled_at is not null from app_user u where u.id = token_user.id;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
