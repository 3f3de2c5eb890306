-- compatible: a column with a default, a view that only the new program reads, contacts in another order, and a refusal that an older program tells as a conflict
ALTER TABLE "organisation" ADD COLUMN "former_account_nos" integer[] DEFAULT '{}'::integer[] NOT NULL;
--> statement-breakpoint
-- A merged record names the one that stays, over however many merges.
do $$
declare
  scope text := coalesce(current_setting('app.club', true), '');
begin
  perform set_config('app.club', '*', true);
  loop
    update person p set merged_into = n.merged_into from person n where n.id = p.merged_into and n.merged_into is not null;
    exit when not found;
  end loop;
  perform set_config('app.club', scope, true);
end $$;
--> statement-breakpoint
-- Of an organisation mails go to its own address, else to who may sign for it, else to its first contact.
create or replace view payer with (security_invoker = true) as
  select p.id, p.club, false as is_organisation, p.firstname, p.lastname, p.lastname || ', ' || p.firstname as listed_name,
    p.firstname || ' ' || p.lastname as name, p.email, p.street, p.house_no, p.postcode, p.city, p.birth_date, p.died_on, p.account_no,
    p.anonymised_at
  from person p
  union all
  select o.id, o.manager_club, true, '', o.name, o.name, o.name,
    coalesce(nullif(o.email, ''), (select c.email from organisation_contact c
      where c.organisation_id = o.id and c.ended_on is null order by c.may_sign desc, c.name, c.id limit 1)),
    o.street, '', o.postcode, o.city, null, null, o.account_no, null
  from organisation o;
--> statement-breakpoint
-- The numbers by which a transfer names an account: those of records that were put together lead to the one that stays.
create view payer_number with (security_invoker = true) as
  select p.id as payer_id, p.club, p.account_no from person p where p.merged_into is null
  union all
  select p.merged_into, p.club, p.account_no from person p where p.merged_into is not null
  union all
  select o.id, o.manager_club, unnest(o.account_no || o.former_account_nos) from organisation o;
--> statement-breakpoint
-- Waits for a merge of the people, and refuses what is written for the record that it took away.
create function refuse_merged() returns trigger language plpgsql as $$
declare
  gone uuid;
begin
  -- The lock of a key to a person; what a merge changed meanwhile is read anew.
  for gone in select merged_into from person
    where id in (new.payer_person_id, (to_jsonb(new) ->> 'person_id')::uuid) order by id for key share loop
    if gone is not null then
      raise exception 'this person was merged' using errcode = 'serialization_failure';
    end if;
  end loop;
  return new;
end $$;
--> statement-breakpoint
create trigger charge_refuses_merged before insert on charge for each row execute function refuse_merged();
--> statement-breakpoint
create trigger payment_refuses_merged before insert on payment for each row execute function refuse_merged();
