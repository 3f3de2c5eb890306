-- The tables take the words of the code: enrolment, care note, helper list, shift, assignment, item and pledge.
-- Rows, rights, row security and what refers to them come along; only the names change.
alter table participation rename to enrolment;
--> statement-breakpoint
alter table participation_log rename to enrolment_log;
--> statement-breakpoint
alter table participant rename to care_note;
--> statement-breakpoint
alter table operational rename to helper_list;
--> statement-breakpoint
alter table operational_shift rename to shift;
--> statement-breakpoint
alter table operational_assignment rename to assignment;
--> statement-breakpoint
alter table operational_item rename to item;
--> statement-breakpoint
alter table operational_item_pledge rename to item_pledge;
--> statement-breakpoint
alter table enrolment_log rename column participation_id to enrolment_id;
--> statement-breakpoint
alter table attendance rename column participation_id to enrolment_id;
--> statement-breakpoint
alter table shift rename column operational_id to helper_list_id;
--> statement-breakpoint
alter table item rename column operational_id to helper_list_id;
--> statement-breakpoint
alter sequence participation_queue_seq rename to enrolment_queue_seq;
--> statement-breakpoint
alter sequence participation_log_id_seq rename to enrolment_log_id_seq;
--> statement-breakpoint
alter table attendance rename constraint attendance_participation_id_participation_id_fkey to attendance_enrolment_id_enrolment_id_fkey;
--> statement-breakpoint
alter table helper_list rename constraint operational_club_club_name_fkey to helper_list_club_club_name_fkey;
--> statement-breakpoint
alter table helper_list rename constraint operational_days to helper_list_days;
--> statement-breakpoint
alter table helper_list rename constraint operational_event_id_event_id_fkey to helper_list_event_id_event_id_fkey;
--> statement-breakpoint
alter table helper_list rename constraint operational_pkey to helper_list_pkey;
--> statement-breakpoint
alter table helper_list rename constraint operational_reminder to helper_list_reminder;
--> statement-breakpoint
alter table helper_list rename constraint operational_state to helper_list_state;
--> statement-breakpoint
alter table helper_list rename constraint operational_visibility to helper_list_visibility;
--> statement-breakpoint
alter table assignment rename constraint operational_assignment_club_club_name_fkey to assignment_club_club_name_fkey;
--> statement-breakpoint
alter table assignment rename constraint operational_assignment_created_by_app_user_id_fkey to assignment_created_by_app_user_id_fkey;
--> statement-breakpoint
alter table assignment rename constraint operational_assignment_credit to assignment_credit;
--> statement-breakpoint
alter table assignment rename constraint operational_assignment_hold to assignment_hold;
--> statement-breakpoint
alter table assignment rename constraint operational_assignment_person_id_person_id_fkey to assignment_person_id_person_id_fkey;
--> statement-breakpoint
alter table assignment rename constraint operational_assignment_pkey to assignment_pkey;
--> statement-breakpoint
alter table assignment rename constraint operational_assignment_shift to assignment_shift;
--> statement-breakpoint
alter table assignment rename constraint operational_assignment_state to assignment_state;
--> statement-breakpoint
alter table assignment rename constraint operational_assignment_who to assignment_who;
--> statement-breakpoint
alter table assignment rename constraint operational_no_overlap to assignment_no_overlap;
--> statement-breakpoint
alter table item rename constraint operational_item_club_club_name_fkey to item_club_club_name_fkey;
--> statement-breakpoint
alter table item rename constraint operational_item_label to item_label;
--> statement-breakpoint
alter table item rename constraint operational_item_needed to item_needed;
--> statement-breakpoint
alter table item rename constraint operational_item_operational_id_operational_id_fkey to item_helper_list_id_helper_list_id_fkey;
--> statement-breakpoint
alter table item rename constraint operational_item_pkey to item_pkey;
--> statement-breakpoint
alter table item_pledge rename constraint operational_item_pledge_club_club_name_fkey to item_pledge_club_club_name_fkey;
--> statement-breakpoint
alter table item_pledge rename constraint operational_item_pledge_created_by_app_user_id_fkey to item_pledge_created_by_app_user_id_fkey;
--> statement-breakpoint
alter table item_pledge rename constraint operational_item_pledge_item_id_operational_item_id_fkey to item_pledge_item_id_item_id_fkey;
--> statement-breakpoint
alter table item_pledge rename constraint operational_item_pledge_person_id_person_id_fkey to item_pledge_person_id_person_id_fkey;
--> statement-breakpoint
alter table item_pledge rename constraint operational_item_pledge_pkey to item_pledge_pkey;
--> statement-breakpoint
alter table item_pledge rename constraint operational_item_pledge_quantity to item_pledge_quantity;
--> statement-breakpoint
alter table item_pledge rename constraint operational_item_pledge_who to item_pledge_who;
--> statement-breakpoint
alter table shift rename constraint operational_shift_club_club_name_fkey to shift_club_club_name_fkey;
--> statement-breakpoint
alter table shift rename constraint operational_shift_needed to shift_needed;
--> statement-breakpoint
alter table shift rename constraint operational_shift_operational_id_operational_id_fkey to shift_helper_list_id_helper_list_id_fkey;
--> statement-breakpoint
alter table shift rename constraint operational_shift_pkey to shift_pkey;
--> statement-breakpoint
alter table shift rename constraint operational_shift_responsible_club_club_name_fkey to shift_responsible_club_club_name_fkey;
--> statement-breakpoint
alter table shift rename constraint operational_shift_span to shift_span;
--> statement-breakpoint
alter table shift rename constraint operational_shift_times to shift_times;
--> statement-breakpoint
alter table care_note rename constraint participant_club_club_name_fkey to care_note_club_club_name_fkey;
--> statement-breakpoint
alter table care_note rename constraint participant_person_id_person_id_fkey to care_note_person_id_person_id_fkey;
--> statement-breakpoint
alter table care_note rename constraint participant_pkey to care_note_pkey;
--> statement-breakpoint
alter table enrolment rename constraint participation_club_club_name_fkey to enrolment_club_club_name_fkey;
--> statement-breakpoint
alter table enrolment rename constraint participation_course_id_course_id_fkey to enrolment_course_id_course_id_fkey;
--> statement-breakpoint
alter table enrolment rename constraint participation_event_id_event_id_fkey to enrolment_event_id_event_id_fkey;
--> statement-breakpoint
alter table enrolment rename constraint participation_offer to enrolment_offer;
--> statement-breakpoint
alter table enrolment rename constraint participation_one_target to enrolment_one_target;
--> statement-breakpoint
alter table enrolment rename constraint participation_person_id_person_id_fkey to enrolment_person_id_person_id_fkey;
--> statement-breakpoint
alter table enrolment rename constraint participation_pkey to enrolment_pkey;
--> statement-breakpoint
alter table enrolment rename constraint participation_price to enrolment_price;
--> statement-breakpoint
alter table enrolment rename constraint participation_rank to enrolment_rank;
--> statement-breakpoint
alter table enrolment rename constraint participation_registered_by_app_user_id_fkey to enrolment_registered_by_app_user_id_fkey;
--> statement-breakpoint
alter table enrolment rename constraint participation_state to enrolment_state;
--> statement-breakpoint
alter table enrolment_log rename constraint participation_log_by_user_app_user_id_fkey to enrolment_log_by_user_app_user_id_fkey;
--> statement-breakpoint
alter table enrolment_log rename constraint participation_log_club_club_name_fkey to enrolment_log_club_club_name_fkey;
--> statement-breakpoint
alter table enrolment_log rename constraint participation_log_participation_id_participation_id_fkey to enrolment_log_enrolment_id_enrolment_id_fkey;
--> statement-breakpoint
alter table enrolment_log rename constraint participation_log_pkey to enrolment_log_pkey;
--> statement-breakpoint
alter index operational_club rename to helper_list_club;
--> statement-breakpoint
alter index operational_token rename to helper_list_token;
--> statement-breakpoint
alter index operational_assignment_hold_end rename to assignment_hold_end;
--> statement-breakpoint
alter index operational_assignment_person rename to assignment_person;
--> statement-breakpoint
alter index operational_assignment_places rename to assignment_seats;
--> statement-breakpoint
alter index operational_assignment_token rename to assignment_token;
--> statement-breakpoint
alter index operational_assignment_user rename to assignment_user;
--> statement-breakpoint
alter index operational_once rename to assignment_once;
--> statement-breakpoint
alter index operational_item_pledge_item rename to item_pledge_item;
--> statement-breakpoint
alter index operational_item_pledge_person rename to item_pledge_person;
--> statement-breakpoint
alter index operational_item_pledge_token rename to item_pledge_token;
--> statement-breakpoint
alter index operational_shift_list rename to shift_list;
--> statement-breakpoint
alter index participation_due rename to enrolment_due;
--> statement-breakpoint
alter index participation_event rename to enrolment_event;
--> statement-breakpoint
alter index participation_group rename to enrolment_group;
--> statement-breakpoint
alter index participation_occupying rename to enrolment_occupying;
--> statement-breakpoint
alter index participation_one_active_course rename to enrolment_one_active_course;
--> statement-breakpoint
alter index participation_one_active_event rename to enrolment_one_active_event;
--> statement-breakpoint
alter index participation_person rename to enrolment_person;
--> statement-breakpoint
alter index participation_queue rename to enrolment_queue;
--> statement-breakpoint
alter index participation_token rename to enrolment_token;
--> statement-breakpoint
alter index participation_log_participation rename to enrolment_log_enrolment;
--> statement-breakpoint
alter policy participant_scope on care_note rename to care_note_scope;
--> statement-breakpoint
alter policy participation_scope on enrolment rename to enrolment_scope;
--> statement-breakpoint
alter policy participation_log_scope on enrolment_log rename to enrolment_log_scope;
--> statement-breakpoint
alter policy operational_scope on helper_list rename to helper_list_scope;
--> statement-breakpoint
alter policy operational_shift_scope on shift rename to shift_scope;
--> statement-breakpoint
alter policy operational_assignment_scope on assignment rename to assignment_scope;
--> statement-breakpoint
alter policy operational_item_scope on item rename to item_scope;
--> statement-breakpoint
alter policy operational_item_pledge_scope on item_pledge rename to item_pledge_scope;
--> statement-breakpoint
-- PostgreSQL 18 and later name what may not be null as well.
do $$
declare
  one record;
begin
  for one in
    select conrelid::regclass as holder, conname as old, regexp_replace(regexp_replace(regexp_replace(regexp_replace(conname,
      '^operational_(item_pledge|item|assignment|shift)_', '\1_'), 'operational', 'helper_list'), 'participation', 'enrolment', 'g'),
      '^participant_', 'care_note_') as new
    from pg_constraint
    where contype = 'n' and connamespace = 'public'::regnamespace and conname ~ '^(operational|participation|participant)_'
  loop
    execute format('alter table %s rename constraint %I to %I', one.holder, one.old, one.new);
  end loop;
end $$;
--> statement-breakpoint
alter function duty_span(timestamptz, timestamptz) rename to assignment_span;
--> statement-breakpoint

-- The bodies of these functions are texts that name the tables.
drop function queue_position(uuid);
--> statement-breakpoint
-- The own place on the waiting list of a course or an event: a number leaves, no row.
create function queue_position(asked uuid) returns int
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  place int;
begin
  -- Not in the function's head: only a superuser of PostgreSQL may name an own setting there.
  perform set_config('app.club', '*', true);
  select count(*)::int + 1 into place from enrolment me
  join enrolment other on other.course_id = me.course_id or other.event_id = me.event_id
  where me.id = asked and other.state = 'waitlisted' and other.id <> me.id
    and (other.queue_class, other.queue_rank) < (me.queue_class, me.queue_rank);
  perform set_config('app.club', coalesce(scope, ''), true);
  return place;
end $$;
--> statement-breakpoint
drop function participation_of_token(text);
--> statement-breakpoint
-- Whose enrolment a token opens: the only way past the scope for somebody without an account.
create function enrolment_of_token(token text) returns table (id uuid, club text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  return query
  select e.id, e.club from enrolment e where e.public_token = token;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
--> statement-breakpoint
-- Which club's helper list, assignment or pledge a secret opens: the only way past the scope for somebody without an account.
create or replace function club_of_helper_token(token text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  found text;
begin
  perform set_config('app.club', '*', true);
  select l.club into found from helper_list l where l.public_token = token;
  if found is null then
    select a.club into found from assignment a where a.manage_token = token;
  end if;
  if found is null then
    select p.club into found from item_pledge p where p.manage_token = token;
  end if;
  perform set_config('app.club', coalesce(scope, ''), true);
  return found;
end $$;
