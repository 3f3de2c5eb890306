CREATE TABLE "operational_item" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"operational_id" uuid NOT NULL,
	"label" text NOT NULL,
	"needed" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "operational_item_label" UNIQUE("operational_id","label"),
	CONSTRAINT "operational_item_needed" CHECK ("needed" between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "operational_item_pledge" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"item_id" uuid NOT NULL,
	"person_id" uuid,
	"guest_name" text,
	"guest_email" text,
	"quantity" integer NOT NULL,
	"manage_token" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	CONSTRAINT "operational_item_pledge_quantity" CHECK ("quantity" > 0),
	CONSTRAINT "operational_item_pledge_who" CHECK (num_nonnulls("person_id", "guest_name") >= 1)
);
--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "department_id" uuid;--> statement-breakpoint
ALTER TABLE "operational_shift" ADD COLUMN "responsible_club" text;--> statement-breakpoint
CREATE UNIQUE INDEX "operational_item_pledge_token" ON "operational_item_pledge" ("manage_token");--> statement-breakpoint
CREATE INDEX "operational_item_pledge_item" ON "operational_item_pledge" ("item_id");--> statement-breakpoint
CREATE INDEX "operational_item_pledge_person" ON "operational_item_pledge" ("person_id");--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "operational_item" ADD CONSTRAINT "operational_item_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "operational_item" ADD CONSTRAINT "operational_item_operational_id_operational_id_fkey" FOREIGN KEY ("operational_id") REFERENCES "operational"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "operational_item_pledge" ADD CONSTRAINT "operational_item_pledge_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "operational_item_pledge" ADD CONSTRAINT "operational_item_pledge_item_id_operational_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "operational_item"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "operational_item_pledge" ADD CONSTRAINT "operational_item_pledge_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "operational_item_pledge" ADD CONSTRAINT "operational_item_pledge_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "operational_shift" ADD CONSTRAINT "operational_shift_responsible_club_club_name_fkey" FOREIGN KEY ("responsible_club") REFERENCES "club"("name");--> statement-breakpoint

alter table operational_item enable row level security;
--> statement-breakpoint
alter table operational_item force row level security;
--> statement-breakpoint
create policy operational_item_scope on operational_item
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

alter table operational_item_pledge enable row level security;
--> statement-breakpoint
alter table operational_item_pledge force row level security;
--> statement-breakpoint
create policy operational_item_pledge_scope on operational_item_pledge
  using (current_setting('app.club', true) in (club, '*')
    or created_by::text = current_setting('app.user', true)
    or exists (select 1 from person_access a where a.person_id = operational_item_pledge.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint

-- Which club's helper list, duty or pledge a secret opens: the only way past the scope for somebody without an account.
create or replace function club_of_helper_token(token text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
  found text;
begin
  perform set_config('app.club', '*', true);
  select o.club into found from operational o where o.public_token = token;
  if found is null then
    select a.club into found from operational_assignment a where a.manage_token = token;
  end if;
  if found is null then
    select p.club into found from operational_item_pledge p where p.manage_token = token;
  end if;
  perform set_config('app.club', coalesce(scope, ''), true);
  return found;
end $$;
