CREATE TABLE "access_link" (
	"token_hash" text PRIMARY KEY,
	"club" text NOT NULL,
	"user_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person_access" ADD COLUMN "basis" text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE "person_access" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "person_access" ADD COLUMN "verified_by" uuid;--> statement-breakpoint
ALTER TABLE "person_access" ADD COLUMN "comes_of_age" date;--> statement-breakpoint
ALTER TABLE "person_access" ADD COLUMN "birthday_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "person_access" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "person_access" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "person_access" ADD COLUMN "ended_by" uuid;--> statement-breakpoint
ALTER TABLE "person_access" ADD COLUMN "state" text GENERATED ALWAYS AS (case when ended_at is not null then 'ended' when verified_at is not null then 'verified' else 'claimed' end) STORED;--> statement-breakpoint
DROP INDEX "person_access_self";--> statement-breakpoint
CREATE UNIQUE INDEX "person_access_self" ON "person_access" ("user_id","club") WHERE "relation" = 'self' and "ended_at" is null;--> statement-breakpoint
CREATE INDEX "access_link_person" ON "access_link" ("person_id");--> statement-breakpoint
CREATE INDEX "access_link_due" ON "access_link" ("expires_at");--> statement-breakpoint
CREATE INDEX "person_access_of_age" ON "person_access" ("comes_of_age") WHERE "relation" = 'guardian' and "ended_at" is null;--> statement-breakpoint
ALTER TABLE "access_link" ADD CONSTRAINT "access_link_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "access_link" ADD CONSTRAINT "access_link_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "access_link" ADD CONSTRAINT "access_link_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_access" ADD CONSTRAINT "person_access_verified_by_app_user_id_fkey" FOREIGN KEY ("verified_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "person_access" ADD CONSTRAINT "person_access_ended_by_app_user_id_fkey" FOREIGN KEY ("ended_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "person_access" ADD CONSTRAINT "person_access_basis" CHECK ("basis" in ('own', 'application', 'board', 'merge'));--> statement-breakpoint
-- The day of the 18th birthday; born on 29 February, one comes of age on 1 March.
create function of_age_on(birth date) returns date language sql immutable as $$
  select (birth + interval '18 years')::date
    + (extract(day from birth) <> extract(day from birth + interval '18 years'))::int
$$;
--> statement-breakpoint
-- The day that it is by the clock of the server, which says it with every transaction; else the day in Berlin.
create function portal_today() returns date language sql stable as $$
  select coalesce(nullif(current_setting('app.today', true), '')::date, (now() at time zone 'Europe/Berlin')::date)
$$;
--> statement-breakpoint
-- The row security of person asks person_access, so person_access may not ask person: the birthday is kept in the row.
create function keep_coming_of_age() returns trigger language plpgsql as $$
begin
  new.comes_of_age := (select of_age_on(p.birth_date) from person p where p.id = new.person_id);
  return new;
end $$;
--> statement-breakpoint
create trigger person_access_comes_of_age before insert or update of person_id on person_access
  for each row execute function keep_coming_of_age();
--> statement-breakpoint
create function follow_birth_date() returns trigger language plpgsql as $$
begin
  update person_access set comes_of_age = of_age_on(new.birth_date), birthday_told_at = null where person_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger person_birth_date_is_followed after update of birth_date on person
  for each row when (old.birth_date is distinct from new.birth_date) execute function follow_birth_date();
--> statement-breakpoint
-- What stands today. The rows of every club are meant, also for an owner whom row security holds.
select set_config('app.club', '*', true);
--> statement-breakpoint
update person_access a set created_at = coalesce(a.verified_at, p.created_at), comes_of_age = of_age_on(p.birth_date)
  from person p where p.id = a.person_id;
--> statement-breakpoint
-- Whoever was entered as a "child" when grown up is no child: the account acts for a grown-up, and goes on doing so.
update person_access a set relation = 'delegate' from person p
  where p.id = a.person_id and a.relation = 'guardian' and a.comes_of_age <= p.created_at::date;
--> statement-breakpoint
-- Only memberships were linked by the board: whoever never was a member was entered by the account itself. It keeps that record.
update person_access a set verified_at = null, basis = 'own'
  where not exists (select 1 from member m where m.person_id = a.person_id);
--> statement-breakpoint
-- For members the board stands behind an access, unless it can be seen that the account entered the record, or another one that
-- was merged into it, and nobody linked or accepted it. Such an account keeps what it entered; the record waits for the board.
update person_access a set verified_at = null, basis = 'merge'
  where exists (select 1 from member m where m.person_id = a.person_id)
    and exists (select 1 from audit l join person p on p.id::text = l.entity_id
      where l.action = 'persons.createChild' and l.actor_id = a.user_id and a.person_id in (p.id, p.merged_into))
    and not exists (select 1 from audit l where l.action = 'members.update' and l.entity_id = a.person_id::text
      and l.after ->> 'userId' = a.user_id::text)
    and not exists (select 1 from membership_application w join member m on m.id = w.member_id
      where m.person_id = a.person_id and w.created_by = a.user_id and w.state = 'accepted');
--> statement-breakpoint
update person_access a set basis = case when exists (
    select 1 from membership_application w join member m on m.id = w.member_id
    where m.person_id = a.person_id and w.created_by = a.user_id and w.state = 'accepted') then 'application' else 'board' end
  where a.verified_at is not null;
--> statement-breakpoint
select set_config('app.club', '', true);
--> statement-breakpoint
-- Every policy that asks who may act for a person asks through this one: what is over, held back or past its day is not there.
drop policy person_access_scope on person_access;
--> statement-breakpoint
create policy person_access_scope on person_access
  using (current_setting('app.club', true) in (club, '*')
    or (user_id::text = current_setting('app.user', true) and ended_at is null and suspended_at is null
      and (valid_until is null or valid_until >= portal_today())
      and (relation <> 'guardian' or comes_of_age is null or comes_of_age > portal_today())))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
create view held_access with (security_invoker = true) as
  select a.user_id, a.person_id, a.club, a.relation, a.state, a.basis, a.created_at, a.verified_at, a.comes_of_age
  from person_access a
  where a.ended_at is null and a.suspended_at is null
    and (a.valid_until is null or a.valid_until >= portal_today())
    and (a.relation <> 'guardian' or a.comes_of_age is null or a.comes_of_age > portal_today());
--> statement-breakpoint
create view acting_access with (security_invoker = true) as
  select h.* from held_access h
  where h.state = 'verified' or not exists (select 1 from member m where m.person_id = h.person_id);
