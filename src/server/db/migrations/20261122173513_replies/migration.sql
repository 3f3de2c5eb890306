CREATE TABLE "user_notice" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"club" text NOT NULL,
	"topic" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"once_key" text NOT NULL,
	"shown_from" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "user_notice_topic" CHECK ("topic" in ('session_off', 'session_moved', 'session_on', 'seat_offered', 'enrolment'))
);
--> statement-breakpoint
CREATE TABLE "absence" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"person_id" uuid NOT NULL,
	"from_on" date NOT NULL,
	"to_on" date NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_user" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "absence_days" CHECK ("to_on" >= "from_on" and "to_on" - "from_on" < 92),
	CONSTRAINT "absence_reason" CHECK ("reason" in ('ill', 'away', 'other')),
	CONSTRAINT "absence_note" CHECK (length("note") <= 140)
);
--> statement-breakpoint
CREATE TABLE "session_reply" (
	"session_id" uuid,
	"person_id" uuid,
	"club" text NOT NULL,
	"reply" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_user" uuid,
	"via" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_reply_pkey" PRIMARY KEY("session_id","person_id"),
	CONSTRAINT "session_reply_reply" CHECK ("reply" in ('no', 'late', 'yes')),
	CONSTRAINT "session_reply_via" CHECK ("via" in ('web', 'link')),
	CONSTRAINT "session_reply_note" CHECK (length("note") <= 140)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_notice_once" ON "user_notice" ("user_id","once_key");--> statement-breakpoint
CREATE INDEX "user_notice_latest" ON "user_notice" ("user_id","shown_from");--> statement-breakpoint
CREATE INDEX "user_notice_key" ON "user_notice" ("once_key");--> statement-breakpoint
CREATE INDEX "user_notice_old" ON "user_notice" ("shown_from");--> statement-breakpoint
CREATE INDEX "absence_person" ON "absence" ("person_id","to_on");--> statement-breakpoint
CREATE INDEX "absence_days_of_club" ON "absence" ("club","to_on");--> statement-breakpoint
CREATE INDEX "session_reply_person" ON "session_reply" ("person_id");--> statement-breakpoint
ALTER TABLE "user_notice" ADD CONSTRAINT "user_notice_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_notice" ADD CONSTRAINT "user_notice_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "absence" ADD CONSTRAINT "absence_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "absence" ADD CONSTRAINT "absence_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "absence" ADD CONSTRAINT "absence_by_user_app_user_id_fkey" FOREIGN KEY ("by_user") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "session_reply" ADD CONSTRAINT "session_reply_session_id_course_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "course_session"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "session_reply" ADD CONSTRAINT "session_reply_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "session_reply" ADD CONSTRAINT "session_reply_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "session_reply" ADD CONSTRAINT "session_reply_by_user_app_user_id_fkey" FOREIGN KEY ("by_user") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint

-- Seen by the club, and by who may act for the person; written in the scope of the club alone.
alter table session_reply enable row level security;
--> statement-breakpoint
alter table session_reply force row level security;
--> statement-breakpoint
create policy session_reply_scope on session_reply
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = session_reply.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table absence enable row level security;
--> statement-breakpoint
alter table absence force row level security;
--> statement-breakpoint
create policy absence_scope on absence
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = absence.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

-- The own answer to a date goes before an absence that covers its day.
create view effective_reply with (security_invoker = true) as
  select r.session_id, r.person_id, r.club, r.reply, null::text as absence_reason, r.note, r.by_user, r.at
  from session_reply r
  union all
  (select distinct on (s.id, a.person_id) s.id, a.person_id, a.club, 'no', a.reason, a.note, a.by_user, a.at
   from absence a
   join enrolment e on e.person_id = a.person_id
   join course_session s on s.course_id = e.course_id and s.local_date between a.from_on and a.to_on
   where not exists (select 1 from session_reply r where r.session_id = s.id and r.person_id = a.person_id)
   order by s.id, a.person_id, a.at desc);
--> statement-breakpoint

-- Written and taken back by the club; read by the account alone.
alter table user_notice enable row level security;
--> statement-breakpoint
alter table user_notice force row level security;
--> statement-breakpoint
create policy user_notice_scope on user_notice
  using (current_setting('app.club', true) in (club, '*') or user_id::text = current_setting('app.user', true))
  with check (current_setting('app.club', true) in (club, '*') or user_id::text = current_setting('app.user', true));
