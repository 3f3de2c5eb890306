CREATE TABLE "enrolment_order" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"course_id" uuid,
	"event_id" uuid,
	"placed_at" timestamp with time zone NOT NULL,
	"placed_by" uuid,
	"method" text,
	"due_on" date,
	"shown" jsonb NOT NULL,
	CONSTRAINT "enrolment_order_one_target" CHECK (num_nonnulls("course_id", "event_id") = 1),
	CONSTRAINT "enrolment_order_method" CHECK ("method" in ('sepa', 'transfer'))
);
--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "order_id" uuid;--> statement-breakpoint
CREATE INDEX "enrolment_of_order" ON "enrolment" ("order_id") WHERE "order_id" is not null;--> statement-breakpoint
CREATE INDEX "enrolment_order_course" ON "enrolment_order" ("course_id");--> statement-breakpoint
CREATE INDEX "enrolment_order_event" ON "enrolment_order" ("event_id");--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_order_id_enrolment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "enrolment_order"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "enrolment_order" ADD CONSTRAINT "enrolment_order_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "enrolment_order" ADD CONSTRAINT "enrolment_order_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "enrolment_order" ADD CONSTRAINT "enrolment_order_event_id_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "enrolment_order" ADD CONSTRAINT "enrolment_order_placed_by_app_user_id_fkey" FOREIGN KEY ("placed_by") REFERENCES "app_user"("id") ON DELETE SET NULL;
--> statement-breakpoint
-- Seen by the club, and by whoever sees an enrolment that it made; written in the scope of the club alone.
alter table enrolment_order enable row level security;
--> statement-breakpoint
alter table enrolment_order force row level security;
--> statement-breakpoint
create policy enrolment_order_scope on enrolment_order
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from enrolment e where e.order_id = enrolment_order.id))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- What was shown stays as it was; only the account may go.
create function keep_order() returns trigger language plpgsql as $$
begin
  if (new.id, new.club, new.course_id, new.event_id, new.placed_at, new.method, new.due_on, new.shown)
    is distinct from (old.id, old.club, old.course_id, old.event_id, old.placed_at, old.method, old.due_on, old.shown) then
    raise exception 'An order is never changed.' using errcode = '42501';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger enrolment_order_kept before update on enrolment_order for each row execute function keep_order();
