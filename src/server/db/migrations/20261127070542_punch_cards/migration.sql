-- compatible
CREATE TABLE "card_product" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"title" text NOT NULL,
	"visits" integer NOT NULL,
	"cents" integer NOT NULL,
	"valid_months" integer NOT NULL,
	"department_id" uuid,
	"tax_sphere" text DEFAULT 'purpose' NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "card_product_title" CHECK (length("title") between 1 and 80),
	CONSTRAINT "card_product_visits" CHECK ("visits" between 1 and 50),
	CONSTRAINT "card_product_cents" CHECK ("cents" between 1 and 1000000),
	CONSTRAINT "card_product_months" CHECK ("valid_months" between 1 and 36),
	CONSTRAINT "card_product_sphere" CHECK ("tax_sphere" in ('ideal', 'purpose', 'asset', 'business')),
	CONSTRAINT "card_product_state" CHECK ("state" in ('offered', 'office', 'ended'))
);
--> statement-breakpoint
CREATE TABLE "card_product_course" (
	"product_id" uuid,
	"course_id" uuid,
	CONSTRAINT "card_product_course_pkey" PRIMARY KEY("product_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "card_visit" (
	"session_id" uuid,
	"person_id" uuid,
	"club" text NOT NULL,
	"card_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" uuid,
	"settled_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "card_visit_pkey" PRIMARY KEY("session_id","person_id"),
	CONSTRAINT "card_visit_settled" CHECK ("card_id" is null or "settled_at" is null)
);
--> statement-breakpoint
CREATE TABLE "punch_card" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"product_id" uuid NOT NULL,
	"title" text NOT NULL,
	"visits" integer NOT NULL,
	"cents" integer NOT NULL,
	"holder_id" uuid NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"corrected" integer DEFAULT 0 NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date NOT NULL,
	"state" text DEFAULT 'sold' NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"sold_by" uuid,
	"sold_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "punch_card_left" CHECK ("used" >= 0 and "used" + "corrected" between 0 and "visits"),
	CONSTRAINT "punch_card_visits" CHECK ("visits" between 1 and 50 and "cents" >= 0),
	CONSTRAINT "punch_card_days" CHECK ("valid_until" >= "valid_from"),
	CONSTRAINT "punch_card_state" CHECK ("state" in ('sold', 'cancelled')),
	CONSTRAINT "punch_card_cancelled" CHECK (("state" = 'cancelled') = ("cancelled_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "punch_card_person" (
	"card_id" uuid,
	"person_id" uuid,
	"club" text NOT NULL,
	CONSTRAINT "punch_card_person_pkey" PRIMARY KEY("card_id","person_id")
);
--> statement-breakpoint
CREATE INDEX "card_product_list" ON "card_product" ("club","state");--> statement-breakpoint
CREATE INDEX "card_product_department" ON "card_product" ("department_id") WHERE "department_id" is not null;--> statement-breakpoint
CREATE INDEX "card_product_course_course" ON "card_product_course" ("course_id");--> statement-breakpoint
CREATE INDEX "card_visit_person" ON "card_visit" ("person_id");--> statement-breakpoint
CREATE INDEX "card_visit_card" ON "card_visit" ("card_id") WHERE "card_id" is not null;--> statement-breakpoint
CREATE INDEX "card_visit_settled_by" ON "card_visit" ("settled_by") WHERE "settled_by" is not null;--> statement-breakpoint
CREATE INDEX "card_visit_open" ON "card_visit" ("club","at") WHERE "card_id" is null and "settled_at" is null;--> statement-breakpoint
CREATE INDEX "punch_card_list" ON "punch_card" ("club","sold_at","id");--> statement-breakpoint
CREATE INDEX "punch_card_product" ON "punch_card" ("product_id");--> statement-breakpoint
CREATE INDEX "punch_card_holder" ON "punch_card" ("holder_id");--> statement-breakpoint
CREATE INDEX "punch_card_ending" ON "punch_card" ("valid_until");--> statement-breakpoint
CREATE INDEX "punch_card_sold_by" ON "punch_card" ("sold_by") WHERE "sold_by" is not null;--> statement-breakpoint
CREATE INDEX "punch_card_person_person" ON "punch_card_person" ("person_id");--> statement-breakpoint
ALTER TABLE "card_product" ADD CONSTRAINT "card_product_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "card_product" ADD CONSTRAINT "card_product_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");--> statement-breakpoint
ALTER TABLE "card_product_course" ADD CONSTRAINT "card_product_course_product_id_card_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "card_product"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "card_product_course" ADD CONSTRAINT "card_product_course_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "card_visit" ADD CONSTRAINT "card_visit_session_id_course_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "course_session"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "card_visit" ADD CONSTRAINT "card_visit_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "card_visit" ADD CONSTRAINT "card_visit_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "card_visit" ADD CONSTRAINT "card_visit_card_id_punch_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "punch_card"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "card_visit" ADD CONSTRAINT "card_visit_settled_by_app_user_id_fkey" FOREIGN KEY ("settled_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "punch_card" ADD CONSTRAINT "punch_card_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "punch_card" ADD CONSTRAINT "punch_card_product_id_card_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "card_product"("id");--> statement-breakpoint
ALTER TABLE "punch_card" ADD CONSTRAINT "punch_card_holder_id_person_id_fkey" FOREIGN KEY ("holder_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "punch_card" ADD CONSTRAINT "punch_card_sold_by_app_user_id_fkey" FOREIGN KEY ("sold_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "punch_card_person" ADD CONSTRAINT "punch_card_person_card_id_punch_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "punch_card"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "punch_card_person" ADD CONSTRAINT "punch_card_person_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "punch_card_person" ADD CONSTRAINT "punch_card_person_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "charge" DROP CONSTRAINT "charge_source", ADD CONSTRAINT "charge_source" CHECK ("source" in ('course', 'event', 'card', 'membership', 'adjustment', 'helper_hours', 'cancel_fee', 'return_fee', 'dunning_fee', 'other', 'refund'));--> statement-breakpoint
ALTER TABLE "ledger_source" DROP CONSTRAINT "ledger_source_source", ADD CONSTRAINT "ledger_source_source" CHECK ("source" in ('course', 'event', 'card', 'membership', 'adjustment', 'helper_hours', 'cancel_fee', 'return_fee', 'dunning_fee', 'other', 'refund') and "source" <> 'refund');--> statement-breakpoint
-- Seen by the club, and by who may act for somebody who uses the card; written in the scope of the club alone.
alter table punch_card enable row level security;
--> statement-breakpoint
alter table punch_card force row level security;
--> statement-breakpoint
alter table punch_card_person enable row level security;
--> statement-breakpoint
alter table punch_card_person force row level security;
--> statement-breakpoint
alter table card_visit enable row level security;
--> statement-breakpoint
alter table card_visit force row level security;
--> statement-breakpoint
create policy punch_card_person_scope on punch_card_person
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = punch_card_person.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
create policy punch_card_scope on punch_card
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from punch_card_person p join person_access a on a.person_id = p.person_id
      where p.card_id = punch_card.id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
create policy card_visit_scope on card_visit
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = card_visit.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- A kind of card is for a department or for offers of its club, never for nothing and never for both.
create function check_card_scope() returns trigger language plpgsql as $$
declare
  one uuid := coalesce(to_jsonb(new) ->> 'product_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if exists (select 1 from card_product p where p.id = one and (p.department_id is not null)
      = exists (select 1 from card_product_course c where c.product_id = p.id)) then
    raise exception 'A kind of card is for a department or for offers.' using errcode = '23514', constraint = 'card_product_scope';
  end if;
  if exists (select 1 from card_product p join card_product_course l on l.product_id = p.id join course c on c.id = l.course_id
      where p.id = one and c.club <> p.club) then
    raise exception 'A kind of card is for offers of its club.' using errcode = '23514', constraint = 'card_product_scope';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger card_product_scope after insert or update on card_product
  deferrable initially deferred for each row execute function check_card_scope();
--> statement-breakpoint
create constraint trigger card_product_course_scope after insert on card_product_course
  deferrable initially deferred for each row execute function check_card_scope();
--> statement-breakpoint
-- Whether a kind of card is good for an offer.
create function card_covers(of_product uuid, of_course uuid) returns boolean language sql stable as $$
  select exists (select 1 from card_product p join course c on c.id = of_course
    where p.id = of_product and (p.department_id = c.department_id
      or exists (select 1 from card_product_course l where l.product_id = p.id and l.course_id = c.id)))
$$;
--> statement-breakpoint
-- Who may come to an offer on a day with a card: while one that is good for it has a visit left, and for three months around the
-- visits of one that is used up or over, so that its end is noticed at the door.
create function card_guests(of_course uuid, of_day date) returns setof uuid language sql stable as $$
  select p.person_id from punch_card k join punch_card_person p on p.card_id = k.id
  where k.state = 'sold' and of_day >= k.valid_from and card_covers(k.product_id, of_course)
    and (of_day <= k.valid_until and k.used + k.corrected < k.visits
      or exists (select 1 from card_visit v join course_session s on s.id = v.session_id
        where v.card_id = k.id and s.local_date between of_day - 92 and of_day + 92))
$$;
--> statement-breakpoint
-- The visits of a card are counted where they are written, by whatever way: its check holds that they are never too many.
create function count_card_visit() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.card_id is not null and (tg_op = 'DELETE' or new.card_id is distinct from old.card_id) then
    update punch_card set used = used - 1, version = version + 1 where id = old.card_id;
  end if;
  if tg_op <> 'DELETE' and new.card_id is not null and (tg_op = 'INSERT' or new.card_id is distinct from old.card_id) then
    update punch_card set used = used + 1, version = version + 1 where id = new.card_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger card_visit_counts after insert or delete or update of card_id on card_visit
  for each row execute function count_card_visit();
--> statement-breakpoint
-- Makes the visit of a person to a date agree with the mark. Whoever is marked as present, and does not pay for the seat as a
-- whole, takes one visit from the oldest card that is good for the date; of a guest by card whose cards are used up or over, the visit
-- waits for the next one. Any other mark, none, and a date that is called off give it back. The cards of the person
-- are locked first, in one order for everybody, so that two marks at once see each other's visits.
create function settle_card_visit(of_session uuid, of_person uuid) returns void language plpgsql as $$
declare
  the_date record;
  before record;
  counts boolean;
  chosen uuid;
  pays_once boolean;
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
    and not exists (select 1 from enrolment e where e.course_id = the_date.course_id and e.person_id = of_person
      and e.state in ('confirmed', 'completed', 'no_show') and coalesce(e.full_price_cents, e.price_cents) > 0
      and coalesce(e.price_per, 'course') <> 'session');
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
  if chosen is null then
    -- Who pays for each date pays for this one, too.
    select exists (select 1 from enrolment e where e.course_id = the_date.course_id and e.person_id = of_person
      and e.state in ('confirmed', 'completed', 'no_show') and coalesce(e.full_price_cents, e.price_cents) > 0) into pays_once;
    if pays_once or of_person not in (select card_guests(the_date.course_id, the_date.local_date)) then
      return;
    end if;
  end if;
  insert into card_visit (session_id, person_id, club, card_id, at)
    values (of_session, of_person, the_date.club, chosen, now())
    on conflict (session_id, person_id) do update set card_id = excluded.card_id;
end $$;
--> statement-breakpoint
create function settle_marked_visit() returns trigger language plpgsql as $$
declare
  the_session uuid := case when tg_op = 'DELETE' then old.session_id else new.session_id end;
  the_person uuid := case when tg_op = 'DELETE' then old.person_id else new.person_id end;
begin
  -- Hardly anybody has a card.
  if exists (select 1 from punch_card_person p where p.person_id = the_person)
      or exists (select 1 from card_visit v where v.session_id = the_session and v.person_id = the_person) then
    perform settle_card_visit(the_session, the_person);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger attendance_takes_visit after insert or delete or update of state on attendance
  for each row execute function settle_marked_visit();
--> statement-breakpoint
-- A date that is called off gives its visits back; put back, it takes them again.
create function settle_visits_of_date() returns trigger language plpgsql as $$
begin
  perform settle_card_visit(a.session_id, a.person_id) from attendance a
    where a.session_id = new.id and (exists (select 1 from punch_card_person p where p.person_id = a.person_id)
      or exists (select 1 from card_visit v where v.session_id = a.session_id and v.person_id = a.person_id))
    order by a.person_id;
  return null;
end $$;
--> statement-breakpoint
create trigger course_session_settles_visits after update of state on course_session
  for each row when ((old.state = 'cancelled') <> (new.state = 'cancelled')) execute function settle_visits_of_date();
