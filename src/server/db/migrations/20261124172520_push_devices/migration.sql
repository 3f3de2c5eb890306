-- compatible: a new function
-- The devices that hear of a kind of notice. It looks beyond the club in which a write stands, so that nobody waits for a change of scope.
create function push_devices(users uuid[], of_kind text, is_usual boolean)
  returns table (user_id uuid, subscription_id uuid)
  language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.club', true), '');
begin
  perform set_config('app.club', '*', true);
  return query select s.user_id, s.id from push_subscription s
    where s.user_id = any(users)
      and coalesce((select c.push from user_notice_choice c where c.user_id = s.user_id and c.kind = of_kind), is_usual);
  perform set_config('app.club', scope, true);
end
$$;
