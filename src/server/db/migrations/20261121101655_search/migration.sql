CREATE TABLE "search_entry" (
	"kind" text,
	"record_id" uuid,
	"title_key" text NOT NULL,
	"words" tsvector NOT NULL,
	CONSTRAINT "search_entry_pkey" PRIMARY KEY("kind","record_id")
);
--> statement-breakpoint
CREATE INDEX "search_entry_words" ON "search_entry" USING gin ("words");--> statement-breakpoint
-- German words by their stems, with and without umlauts (unaccent comes with the members).
create text search configuration german_plain (copy = german);
--> statement-breakpoint
alter text search configuration german_plain alter mapping for hword, hword_part, word with public.unaccent, german_stem;
--> statement-breakpoint
-- Both spellings of an umlaut: Übung is also found as uebung.
create function search_spellings(value text) returns text language sql immutable as $$
  select coalesce(value, '') || case when value ~* '[äöü]'
    then ' ' || replace(replace(replace(lower(value), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue') else '' end
$$;
--> statement-breakpoint
-- The written words of a rich text, without its marks and addresses.
create function rich_text_words(body jsonb) returns text language sql immutable as $$
  select string_agg(one #>> '{}', ' ') from jsonb_path_query(body, 'strict $.**.text', '{}', true) one
$$;
--> statement-breakpoint
create function index_search(entry_kind text, id uuid, title text, more text, body text) returns void language sql as $$
  insert into search_entry (kind, record_id, title_key, words)
  values (entry_kind, id, search_words(title),
    setweight(to_tsvector('public.german_plain', search_spellings(title)), 'A')
      || setweight(to_tsvector('public.german_plain', search_spellings(more)), 'B')
      || setweight(to_tsvector('public.german_plain', left(search_spellings(body), 100000)), 'D'))
  on conflict (kind, record_id) do update set title_key = excluded.title_key, words = excluded.words
$$;
--> statement-breakpoint
create function index_course_search(c course) returns void language sql as $$
  select index_search('course', c.id, c.title, concat_ws(' ', c.subtitle, c.number, c.place, c.level,
    (select d.name from department d where d.id = c.department_id)), concat_ws(' ', rich_text_words(c.description), c.bring_note))
$$;
--> statement-breakpoint
create function index_event_search(e event) returns void language sql as $$
  select index_search('event', e.id, e.title, e.place, e.description)
$$;
--> statement-breakpoint
create function index_news_search(n news) returns void language sql as $$
  select index_search('news', n.id, n.title, n.teaser, rich_text_words(n.body))
$$;
--> statement-breakpoint
create function index_page_search(p page) returns void language sql as $$
  select index_search('page', p.id, p.title, p.menu_label, rich_text_words(p.body))
$$;
--> statement-breakpoint
create function index_facility_search(f facility) returns void language sql as $$
  select index_search('facility', f.id, f.name, concat_ws(' ', f.street, f.city, f.surface, array_to_string(f.equipment, ' ')), f.description)
$$;
--> statement-breakpoint
create function keep_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entry where kind = tg_table_name and record_id = old.id;
  elsif tg_table_name = 'course' then perform index_course_search(new);
  elsif tg_table_name = 'event' then perform index_event_search(new);
  elsif tg_table_name = 'news' then perform index_news_search(new);
  elsif tg_table_name = 'page' then perform index_page_search(new);
  elsif tg_table_name = 'facility' then perform index_facility_search(new);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger course_is_searched after insert or delete or update of title, subtitle, number, place, level, department_id, description, bring_note
  on course for each row execute function keep_search();
--> statement-breakpoint
create trigger event_is_searched after insert or delete or update of title, place, description on event for each row execute function keep_search();
--> statement-breakpoint
create trigger news_is_searched after insert or delete or update of title, teaser, body on news for each row execute function keep_search();
--> statement-breakpoint
create trigger page_is_searched after insert or delete or update of title, menu_label, body on page for each row execute function keep_search();
--> statement-breakpoint
create trigger facility_is_searched after insert or delete or update of name, street, city, surface, equipment, description
  on facility for each row execute function keep_search();
--> statement-breakpoint
-- What was there before the search was.
do $$ begin
  perform set_config('app.club', '*', true);
  perform index_course_search(c) from course c;
  perform index_event_search(e) from event e;
  perform index_news_search(n) from news n;
  perform index_page_search(p) from page p;
  perform index_facility_search(f) from facility f;
  perform set_config('app.club', '', true);
end $$;
