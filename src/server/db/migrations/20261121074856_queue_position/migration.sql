-- The own place on a waiting list counts people whom nobody outside the club may see: a number leaves, no row.
create function queue_position(enrolment uuid) returns int
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  place int;
begin
  -- Not in the function's head: only a superuser of PostgreSQL may name an own setting there.
  perform set_config('app.club', '*', true);
  select count(*)::int + 1 into place from participation me join participation other on other.course_id = me.course_id
  where me.id = enrolment and other.state = 'waitlisted' and other.id <> me.id
    and (other.queue_class, other.queue_rank) < (me.queue_class, me.queue_rank);
  perform set_config('app.club', coalesce(scope, ''), true);
  return place;
end $$;
