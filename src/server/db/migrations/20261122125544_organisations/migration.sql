CREATE TABLE "organisation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"manager_club" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"club" text UNIQUE,
	"is_local" boolean DEFAULT true NOT NULL,
	"is_non_profit" boolean DEFAULT true NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"priority_class" integer,
	"note" text DEFAULT '' NOT NULL,
	"archived_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "organisation_kind" CHECK ("kind" in ('portalClub', 'school', 'adultEducation', 'club', 'company', 'municipal', 'other')),
	CONSTRAINT "organisation_club" CHECK (("kind" = 'portalClub') = ("club" is not null)),
	CONSTRAINT "organisation_class" CHECK ("priority_class" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "organisation_contact" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"function" text DEFAULT '' NOT NULL,
	"may_sign" boolean DEFAULT true NOT NULL,
	"ended_on" date
);
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "holder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_series" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "booking_series" ADD COLUMN "holder" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "booking_organisation" ON "booking" ("organisation_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "organisation_name" ON "organisation" ("manager_club",lower("name")) WHERE "archived_on" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "organisation_contact_email" ON "organisation_contact" ("organisation_id",lower("email")) WHERE "ended_on" is null;--> statement-breakpoint
CREATE INDEX "organisation_contact_ended" ON "organisation_contact" ("ended_on");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id");--> statement-breakpoint
ALTER TABLE "booking_series" ADD CONSTRAINT "booking_series_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id");--> statement-breakpoint
ALTER TABLE "organisation" ADD CONSTRAINT "organisation_manager_club_club_name_fkey" FOREIGN KEY ("manager_club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "organisation" ADD CONSTRAINT "organisation_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "organisation_contact" ADD CONSTRAINT "organisation_contact_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_holder" CHECK (("organisation_id" is null) = ("holder" = ''));--> statement-breakpoint
-- The clubs of the portal have hall times as well: each is an organisation from the beginning, in the directory of GSV.
insert into organisation (manager_club, name, kind, club)
  select 'GSV', display_name, 'portalClub', name from club where exists (select from club where name = 'GSV');
--> statement-breakpoint
create function keep_portal_organisation() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.club', true), '');
begin
  perform set_config('app.club', '*', true);
  insert into organisation (manager_club, name, kind, club) values ('GSV', new.display_name, 'portalClub', new.name)
    on conflict (club) do update set name = excluded.name;
  perform set_config('app.club', scope, true);
  return null;
end $$;
--> statement-breakpoint
create constraint trigger club_is_organisation after insert or update on club deferrable initially deferred
  for each row execute function keep_portal_organisation();
--> statement-breakpoint
-- Row security: the directory of a manager is its own; a club reads besides what it is itself.
alter table organisation enable row level security;
--> statement-breakpoint
alter table organisation force row level security;
--> statement-breakpoint
create policy organisation_scope on organisation
  using (current_setting('app.club', true) in (manager_club, '*'))
  with check (current_setting('app.club', true) in (manager_club, '*'));
--> statement-breakpoint
create policy organisation_own on organisation for select using (current_setting('app.club', true) = club);
--> statement-breakpoint
alter table organisation_contact enable row level security;
--> statement-breakpoint
alter table organisation_contact force row level security;
--> statement-breakpoint
create policy organisation_contact_scope on organisation_contact
  using (current_setting('app.club', true) = '*' or organisation_id in (select id from organisation where manager_club = current_setting('app.club', true)))
  with check (current_setting('app.club', true) = '*' or organisation_id in (select id from organisation where manager_club = current_setting('app.club', true)));
