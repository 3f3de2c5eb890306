-- compatible: the same rules with the same refusals, checked once for all rows that a statement writes instead of once for each
create or replace function refuse_merged() returns trigger language plpgsql as $$
declare
  ids uuid[];
  gone uuid;
begin
  if tg_table_name = 'charge' then
    select array_agg(payer_person_id) || array_agg(person_id) into ids from written;
  else
    select array_agg(payer_person_id) into ids from written;
  end if;
  -- The lock of a key to a person, which waits for a merge; what the merge changed meanwhile is read anew.
  select max(locked.merged_into::text)::uuid into gone
    from (select merged_into from person where id = any(ids) order by id for key share) locked;
  if gone is not null then
    raise exception 'this person was merged' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger charge_refuses_merged on charge;
--> statement-breakpoint
create trigger charge_refuses_merged after insert on charge referencing new table as written for each statement execute function refuse_merged();
--> statement-breakpoint
drop trigger payment_refuses_merged on payment;
--> statement-breakpoint
create trigger payment_refuses_merged after insert on payment referencing new table as written for each statement execute function refuse_merged();
--> statement-breakpoint
-- What is dated into a closed period is not added.
create function books_refuse_closed_days() returns trigger language plpgsql as $$
declare
  closed date;
begin
  if tg_table_name = 'payment' then
    select min(w.day) into closed from (select club, min(booked_on) as day from written group by club) w
      where w.day <= books_closed_until(w.club);
  else
    select min(w.day) into closed
      from (select club, min(created_at at time zone 'Europe/Berlin')::date as day from written group by club) w
      where w.day <= books_closed_until(w.club);
  end if;
  if closed is not null then
    raise exception 'the books are closed on %', closed using errcode = 'check_violation', constraint = 'closed_period';
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger charge_closed on charge;
--> statement-breakpoint
create trigger charge_closed after insert on charge referencing new table as written for each statement execute function books_refuse_closed_days();
--> statement-breakpoint
drop trigger payment_closed on payment;
--> statement-breakpoint
create trigger payment_closed after insert on payment referencing new table as written for each statement execute function books_refuse_closed_days();
--> statement-breakpoint
-- A charge finds its account and the sphere of that account in one query.
create or replace function charge_finds_account() returns trigger language plpgsql as $$
declare
  parent uuid := coalesce(new.refund_of, new.split_of, case when new.source = 'adjustment' then new.source_id end);
  its_sphere text;
begin
  if parent is not null then
    select c.ledger_account_id, a.sphere into new.ledger_account_id, its_sphere
      from charge c left join ledger_account a on a.id = c.ledger_account_id where c.id = parent;
  elsif new.ledger_account_id is null then
    select a.id, a.sphere into new.ledger_account_id, its_sphere from ledger_account a
    where a.club = new.club and a.ended_on is null and a.id = coalesce(
      (select r.ledger_account_id from fee_rule r where new.source = 'membership' and r.id = new.source_id),
      (select s.account_id from ledger_source s where s.club = new.club and s.source = new.source));
  else
    select sphere into its_sphere from ledger_account where id = new.ledger_account_id;
  end if;
  new.tax_sphere := coalesce(its_sphere, new.tax_sphere);
  return new;
end $$;
