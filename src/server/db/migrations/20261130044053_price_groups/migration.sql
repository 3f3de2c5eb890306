-- compatible
CREATE TABLE "enrolment_price_group" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"from_on" date NOT NULL,
	"category" text NOT NULL,
	"cents" integer NOT NULL,
	"before" text,
	"told_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	CONSTRAINT "enrolment_price_group_day" CHECK (extract(day from "from_on") = 1),
	CONSTRAINT "enrolment_price_group_cents" CHECK ("cents" >= 0),
	CONSTRAINT "enrolment_price_group_category" CHECK ("category" in ('member', 'partner_member', 'non_member', 'child', 'reduced', 'family', 'trial')),
	CONSTRAINT "enrolment_price_group_before" CHECK ("before" in ('member', 'partner_member', 'non_member', 'child', 'reduced', 'family', 'trial'))
);
--> statement-breakpoint
ALTER TABLE "enrolment" ADD COLUMN "keeps_price_group" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "enrolment_price_group_once" ON "enrolment_price_group" ("enrolment_id","from_on");--> statement-breakpoint
CREATE INDEX "enrolment_price_group_due" ON "enrolment_price_group" ("from_on") WHERE "applied_at" is null;--> statement-breakpoint
ALTER TABLE "enrolment_price_group" ADD CONSTRAINT "enrolment_price_group_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "enrolment_price_group" ADD CONSTRAINT "enrolment_price_group_enrolment_id_enrolment_id_fkey" FOREIGN KEY ("enrolment_id") REFERENCES "enrolment"("id") ON DELETE CASCADE;--> statement-breakpoint
-- Until now nobody noted whether the office chose a price; what did not come through the pages stays as it is.
update enrolment set keeps_price_group = true where channel <> 'web';
--> statement-breakpoint
-- Seen by the club, and by who may act for the person; written in the scope of the club alone.
alter table enrolment_price_group enable row level security;
--> statement-breakpoint
alter table enrolment_price_group force row level security;
--> statement-breakpoint
create policy enrolment_price_group_scope on enrolment_price_group
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from enrolment e join person_access a on a.person_id = e.person_id
      where e.id = enrolment_price_group.enrolment_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
