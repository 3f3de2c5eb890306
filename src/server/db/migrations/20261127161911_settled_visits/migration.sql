-- compatible: the same function, which keeps what the office settled
-- Makes the visit of a person to a date agree with the mark, as before. But what the office settled without a card ("bar bezahlt")
-- is a word about money, not about the mark: it stays when a mark is withdrawn by mistake, and holds again with the next one.
create or replace function settle_card_visit(of_session uuid, of_person uuid) returns void language plpgsql as $$
declare
  the_date record;
  before record;
  counts boolean;
  chosen uuid;
begin
  perform 1 from punch_card k
    where k.id in (select p.card_id from punch_card_person p where p.person_id = of_person) order by k.id for update;
  select s.course_id, s.local_date, s.state, c.club into the_date
    from course_session s join course c on c.id = s.course_id where s.id = of_session;
  select v.card_id, v.settled_at into before from card_visit v
    where v.session_id = of_session and v.person_id = of_person for update;
  counts := the_date.course_id is not null and the_date.state <> 'cancelled'
    and exists (select 1 from attendance a where a.session_id = of_session and a.person_id = of_person and a.state = 'present')
    and not exists (select 1 from trial_visit t where t.session_id = of_session and t.person_id = of_person and t.state = 'booked')
    and not seat_pays(the_date.course_id, of_person, the_date.local_date, false);
  if not counts then
    delete from card_visit where session_id = of_session and person_id = of_person and settled_at is null;
    return;
  end if;
  if before.card_id is not null or before.settled_at is not null then
    return;
  end if;
  select k.id into chosen from punch_card k join punch_card_person p on p.card_id = k.id
    where p.person_id = of_person and k.state = 'sold' and k.used + k.corrected < k.visits
      and the_date.local_date between k.valid_from and k.valid_until and card_covers(k.product_id, the_date.course_id)
    order by k.sold_at, k.id limit 1;
  -- Who pays date by date pays for this one, too.
  if chosen is null and (seat_pays(the_date.course_id, of_person, the_date.local_date, true)
      or of_person not in (select card_guests(the_date.course_id, the_date.local_date))) then
    return;
  end if;
  insert into card_visit (session_id, person_id, club, card_id, at)
    values (of_session, of_person, the_date.club, chosen, now())
    on conflict (session_id, person_id) do update set card_id = excluded.card_id;
end $$;
