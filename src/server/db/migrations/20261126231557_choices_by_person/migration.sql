-- incompatible: the program before keeps one choice of a kind for an account, and finds it by a key that is gone
ALTER TABLE "user_notice_choice" DROP CONSTRAINT "user_notice_choice_pkey";--> statement-breakpoint
ALTER TABLE "user_notice_choice" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "user_notice_choice" ADD CONSTRAINT "user_notice_choice_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","person_id");--> statement-breakpoint
CREATE INDEX "user_notice_choice_person" ON "user_notice_choice" ("person_id");--> statement-breakpoint
ALTER TABLE "user_notice_choice" ADD CONSTRAINT "user_notice_choice_by_person" CHECK ("person_id" is null or "kind" in ('dates', 'seats', 'enrolments', 'reminders'));--> statement-breakpoint
alter table "user_notice_choice" add constraint "user_notice_choice_person_fkey" foreign key ("person_id") references "person" ("id") on delete cascade;--> statement-breakpoint
-- The devices that hear of a kind of notice: of each account as it chose for the person whom it concerns, else for all. It looks beyond
-- the club in which a write stands, so that nobody waits for a change of scope.
create function push_devices_of(users uuid[], people uuid[], of_kind text, is_usual boolean)
  returns table (user_id uuid, subscription_id uuid)
  language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.club', true), '');
begin
  perform set_config('app.club', '*', true);
  return query select distinct s.user_id, s.id from unnest(users, people) as told (account, whom)
    join push_subscription s on s.user_id = told.account
    where coalesce(
      (select c.push from user_notice_choice c where c.user_id = told.account and c.kind = of_kind and c.person_id = told.whom),
      (select c.push from user_notice_choice c where c.user_id = told.account and c.kind = of_kind and c.person_id is null),
      is_usual);
  perform set_config('app.club', scope, true);
end
$$;--> statement-breakpoint
drop function push_devices(uuid[], text, boolean);
