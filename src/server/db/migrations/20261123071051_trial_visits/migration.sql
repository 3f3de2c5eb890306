CREATE TABLE "trial_visit" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"link_hashes" text[] DEFAULT '{}'::text[] NOT NULL,
	"course_id" uuid NOT NULL,
	"session_id" uuid,
	"person_id" uuid NOT NULL,
	"booked_by" uuid,
	"booked_at" timestamp with time zone NOT NULL,
	"contact_email" text,
	"guardian_firstname" text DEFAULT '' NOT NULL,
	"guardian_lastname" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"cancelled_at" timestamp with time zone,
	"told_starts_at" timestamp with time zone NOT NULL,
	"told_ends_at" timestamp with time zone NOT NULL,
	"told_off" boolean DEFAULT false NOT NULL,
	"thanked_at" timestamp with time zone,
	CONSTRAINT "trial_visit_state" CHECK ("state" in ('booked', 'cancelled')),
	CONSTRAINT "trial_visit_cancelled" CHECK (("state" = 'cancelled') = ("cancelled_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "trial_sessions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "trial_visit_once" ON "trial_visit" ("session_id","person_id") WHERE "state" = 'booked';--> statement-breakpoint
CREATE INDEX "trial_visit_links" ON "trial_visit" USING gin ("link_hashes");--> statement-breakpoint
CREATE INDEX "trial_visit_course" ON "trial_visit" ("course_id","person_id");--> statement-breakpoint
CREATE INDEX "trial_visit_person" ON "trial_visit" ("person_id");--> statement-breakpoint
CREATE INDEX "trial_visit_coming" ON "trial_visit" ("told_starts_at") WHERE "state" = 'booked';--> statement-breakpoint
ALTER TABLE "trial_visit" ADD CONSTRAINT "trial_visit_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "trial_visit" ADD CONSTRAINT "trial_visit_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "trial_visit" ADD CONSTRAINT "trial_visit_session_id_course_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "course_session"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "trial_visit" ADD CONSTRAINT "trial_visit_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "trial_visit" ADD CONSTRAINT "trial_visit_booked_by_app_user_id_fkey" FOREIGN KEY ("booked_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_trials" CHECK ("trial_sessions" between 0 and 3);--> statement-breakpoint
-- Seen by the club, and by who may act for the guest; written in the scope of the club alone.
alter table trial_visit enable row level security;
--> statement-breakpoint
alter table trial_visit force row level security;
--> statement-breakpoint
create policy trial_visit_scope on trial_visit
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = trial_visit.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- Whose visit a link opens: the only way past the scope for somebody without an account.
create function trial_of_link(hash text) returns table (id uuid, club text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  return query
  select t.id, t.club from trial_visit t where t.link_hashes @> array[hash];
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
