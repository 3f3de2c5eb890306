-- Both are trusted extensions: whoever owns the database may create them.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists unaccent;
--> statement-breakpoint
create extension if not exists btree_gist;
--> statement-breakpoint
CREATE TABLE "member_department" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"member_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"during" daterange GENERATED ALWAYS AS (daterange(valid_from, valid_to, '[]')) STORED,
	CONSTRAINT "member_department_days" CHECK ("valid_to" is null or "valid_to" >= "valid_from")
);
--> statement-breakpoint
CREATE TABLE "member_search" (
	"member_id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"number_key" text collate "C" NOT NULL,
	"joined_on" date NOT NULL,
	"left_on" date,
	"kind" text NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "member_person" ON "member" ("person_id");--> statement-breakpoint
CREATE INDEX "member_department_department" ON "member_department" ("department_id","member_id");--> statement-breakpoint
CREATE INDEX "member_search_name" ON "member_search" ("club","name_key","member_id");--> statement-breakpoint
CREATE INDEX "member_search_number" ON "member_search" ("club","number_key","member_id");--> statement-breakpoint
CREATE INDEX "member_search_joined" ON "member_search" ("club","joined_on","member_id");--> statement-breakpoint
CREATE INDEX "member_search_words" ON "member_search" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "member_department" ADD CONSTRAINT "member_department_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "member_department" ADD CONSTRAINT "member_department_member_id_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "member_department" ADD CONSTRAINT "member_department_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");--> statement-breakpoint
ALTER TABLE "member_search" ADD CONSTRAINT "member_search_member_id_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE;--> statement-breakpoint
-- A person is a member once at a time; whoever comes back gets a row that begins after the last one ended.
alter table member add constraint member_once_at_a_time exclude using gist
  (person_id with =, daterange(joined_on, left_on, '[]') with &&) where (status in ('active', 'terminated', 'left'));
--> statement-breakpoint
alter table member_department add constraint member_department_once exclude using gist
  (member_id with =, department_id with =, during with &&);
--> statement-breakpoint

alter table member_department enable row level security;
--> statement-breakpoint
alter table member_department force row level security;
--> statement-breakpoint
create policy member_department_scope on member_department
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from member m join person_access a on a.person_id = m.person_id
      where m.id = member_department.member_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

-- Not forced: the view below reads past the policy with the rights of the owner, and asks for the scope itself.
alter table member_search enable row level security;
--> statement-breakpoint
create policy member_search_scope on member_search
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
create view member_found as select * from member_search where current_setting('app.club', true) in (club, '*');
--> statement-breakpoint

-- Small letters without accents: Müller and Muller are the same.
create function search_key(value text) returns text language sql stable as $$
  select lower(public.unaccent('public.unaccent', value))
$$;
--> statement-breakpoint
-- Müller is also found as mueller.
create function search_words(value text) returns text language sql stable as $$
  select ' ' || search_key(value) || case when value ~* '[äöü]'
    then ' ' || search_key(replace(replace(replace(lower(value), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) else '' end
$$;
--> statement-breakpoint
create function index_member(m member, p person) returns void language sql as $$
  insert into member_search (member_id, club, name_key, number_key, joined_on, left_on, kind, words)
  values (m.id, m.club, search_key(p.lastname || ', ' || p.firstname), lpad(lower(m.member_no), 20, '0'), m.joined_on, m.left_on, m.kind,
    search_words(concat_ws(' ', p.lastname, p.firstname, m.member_no, p.city, p.email)))
  on conflict (member_id) do update set club = excluded.club, name_key = excluded.name_key, number_key = excluded.number_key,
    joined_on = excluded.joined_on, left_on = excluded.left_on, kind = excluded.kind, words = excluded.words
$$;
--> statement-breakpoint
create function index_changed_member() returns trigger language plpgsql as $$
begin
  if new.status in ('active', 'terminated', 'left') then
    perform index_member(new, p) from person p where p.id = new.person_id;
  else
    delete from member_search where member_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger member_is_found after insert or update on member for each row execute function index_changed_member();
--> statement-breakpoint
create function index_changed_person() returns trigger language plpgsql as $$
begin
  perform index_member(m, new) from member m where m.person_id = new.id and m.status in ('active', 'terminated', 'left');
  return null;
end $$;
--> statement-breakpoint
create trigger person_is_found after update of lastname, firstname, city, email on person
  for each row execute function index_changed_person();
--> statement-breakpoint
-- Members who were there before the search was.
do $$ begin
  perform set_config('app.club', '*', true);
  perform index_member(m, p) from member m join person p on p.id = m.person_id where m.status in ('active', 'terminated', 'left');
  perform set_config('app.club', '', true);
end $$;
