ALTER TABLE "event" ADD COLUMN "registration" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "places_max" integer;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "has_waitlist" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "age_min" integer;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "age_max" integer;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "price_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "opens_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "closes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "cancel_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "participation_event" ON "participation" ("event_id","state") WHERE "event_id" is not null;--> statement-breakpoint
ALTER TABLE "participation" ADD CONSTRAINT "participation_event_id_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("id");--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_registration" CHECK ("registration" in ('none', 'open', 'approval'));--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_places" CHECK ("places_max" > 0 and "price_cents" >= 0);--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_ages" CHECK ("age_min" >= 0 and "age_max" >= "age_min");--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_deadlines" CHECK ("closes_at" > "opens_at");
--> statement-breakpoint
-- The own place on the waiting list of an event as well: a number leaves, no row.
create or replace function queue_position(enrolment uuid) returns int
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  place int;
begin
  perform set_config('app.club', '*', true);
  select count(*)::int + 1 into place from participation me
  join participation other on other.course_id = me.course_id or other.event_id = me.event_id
  where me.id = enrolment and other.state = 'waitlisted' and other.id <> me.id
    and (other.queue_class, other.queue_rank) < (me.queue_class, me.queue_rank);
  perform set_config('app.club', coalesce(scope, ''), true);
  return place;
end $$;
