-- compatible: an older program writes the same rows, and the triggers keep the column for it
ALTER TABLE "absence" ADD COLUMN "is_claimed" boolean DEFAULT false NOT NULL;--> statement-breakpoint

-- An absence is as good as the word of whoever entered it: of a mere claim until the board confirms the access.
create function keep_absence_claimed() returns trigger language plpgsql as $$
begin
  -- An account that is gone can no longer be asked about: what stood stays.
  if new.by_user is not null then
    new.is_claimed := not exists (select 1 from held_access h
      where h.user_id = new.by_user and h.person_id = new.person_id and h.state = 'verified');
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger absence_is_claimed before insert or update of person_id on absence
  for each row execute function keep_absence_claimed();
--> statement-breakpoint
create function confirm_absences() returns trigger language plpgsql as $$
begin
  update absence set is_claimed = false where person_id = new.person_id and by_user = new.user_id and is_claimed;
  return null;
end $$;
--> statement-breakpoint
create trigger person_access_confirms_absences after insert or update of verified_at on person_access
  for each row when (new.verified_at is not null and new.ended_at is null) execute function confirm_absences();
--> statement-breakpoint
select set_config('app.club', '*', true);
--> statement-breakpoint
update absence set is_claimed = true where exists (select 1 from person_access a
  where a.person_id = absence.person_id and a.user_id = absence.by_user and a.verified_at is null);
--> statement-breakpoint
select set_config('app.club', '', true);
--> statement-breakpoint
-- The own answer to a date goes before an absence that covers its day; a claimed one covers what the same account enrolled in.
create or replace view effective_reply with (security_invoker = true) as
  select r.session_id, r.person_id, r.club, r.reply, null::text as absence_reason, r.note, r.by_user, r.at
  from session_reply r
  union all
  (select distinct on (s.id, a.person_id) s.id, a.person_id, a.club, 'no', a.reason, a.note, a.by_user, a.at
   from absence a
   join enrolment e on e.person_id = a.person_id and (not a.is_claimed or e.registered_by = a.by_user)
   join course_session s on s.course_id = e.course_id and s.local_date between a.from_on and a.to_on
   where not exists (select 1 from session_reply r where r.session_id = s.id and r.person_id = a.person_id)
   order by s.id, a.person_id, a.at desc);
