-- compatible
-- Whether a seat pays for a day of an offer: as a whole, or date by date. Days that are billed, and days that the seat is held,
-- both count: in a month in which somebody changes groups, the old one pays for the new one.
create function seat_pays(of_course uuid, of_person uuid, of_day date, date_by_date boolean) returns boolean language sql stable as $$
  select exists (select 1 from enrolment e where e.course_id = of_course and e.person_id = of_person
    and e.state in ('confirmed', 'completed', 'no_show')
    and of_day >= coalesce(least(coalesce(e.starts_on, e.joins_from), e.billed_from), of_day)
    and of_day <= coalesce(greatest(e.leaves_on, e.billed_until), of_day)
    -- A price of nothing spares the card, too; no price at all does not.
    and case when coalesce(e.price_per, 'course') = 'session' and coalesce(e.full_price_cents, e.price_cents) > 0
      then date_by_date else not date_by_date and coalesce(e.full_price_cents, e.price_cents) is not null end)
$$;
--> statement-breakpoint
-- The visits of a card are counted where they are written, by whatever way: its check holds that they are never too many. A visit
-- that comes back to a card on which the office has given it already makes the card whole, not more than whole.
create or replace function count_card_visit() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.card_id is not null and (tg_op = 'DELETE' or new.card_id is distinct from old.card_id) then
    update punch_card set used = used - 1, corrected = greatest(corrected, 1 - used), version = version + 1 where id = old.card_id;
  end if;
  if tg_op <> 'DELETE' and new.card_id is not null and (tg_op = 'INSERT' or new.card_id is distinct from old.card_id) then
    update punch_card set used = used + 1, version = version + 1 where id = new.card_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Makes the visit of a person to a date agree with the mark. Somebody who is marked as present, and whose seat does not pay for
-- the day as a whole, takes one visit from the oldest card that is good for the date; of a guest by card whose cards are used up or
-- over, the visit waits for the next one. Any other mark, none, and a date that is called off give it back. The cards of the person
-- are locked first, in one order for everybody, so that two marks at once see each other's visits.
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
    delete from card_visit where session_id = of_session and person_id = of_person;
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
--> statement-breakpoint
-- Who may come to an offer on a day with a card: while one that is good for it has a visit left, and for three months around the
-- visits of one that is used up or over, so that its end is noticed at the door. Nobody who died is expected.
create or replace function card_guests(of_course uuid, of_day date) returns setof uuid language sql stable as $$
  select p.person_id from punch_card k join punch_card_person p on p.card_id = k.id
    join person q on q.id = p.person_id and q.died_on is null
  where k.state = 'sold' and of_day >= k.valid_from and card_covers(k.product_id, of_course)
    and (of_day <= k.valid_until and k.used + k.corrected < k.visits
      or exists (select 1 from card_visit v join course_session s on s.id = v.session_id
        where v.card_id = k.id and s.local_date between of_day - 92 and of_day + 92))
$$;
--> statement-breakpoint
-- An order of a card stays one of this card, as an order of a seat does.
create or replace function keep_order() returns trigger language plpgsql as $$
begin
  if (new.id, new.club, new.course_id, new.event_id, new.product_id, new.placed_at, new.method, new.due_on, new.shown)
    is distinct from (old.id, old.club, old.course_id, old.event_id, old.product_id, old.placed_at, old.method, old.due_on, old.shown) then
    raise exception 'An order is never changed.' using errcode = '42501';
  end if;
  return new;
end $$;
