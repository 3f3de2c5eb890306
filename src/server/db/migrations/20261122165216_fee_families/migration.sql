CREATE TABLE "fee_family" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"name" text NOT NULL,
	"payer_person_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fee_family_member" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"family_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date,
	CONSTRAINT "fee_family_member_days" CHECK ("to_day" >= "from_day")
);
--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "place_from" integer;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "place_to" integer;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "family_min" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "child_age_to" integer DEFAULT 17 NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "family_mode" text DEFAULT 'cheapest' NOT NULL;--> statement-breakpoint
CREATE INDEX "fee_family_club" ON "fee_family" ("club","name");--> statement-breakpoint
CREATE INDEX "fee_family_payer" ON "fee_family" ("payer_person_id");--> statement-breakpoint
CREATE INDEX "fee_family_member_family" ON "fee_family_member" ("family_id");--> statement-breakpoint
CREATE INDEX "fee_family_member_member" ON "fee_family_member" ("member_id");--> statement-breakpoint
CREATE INDEX "fee_family_member_club" ON "fee_family_member" ("club");--> statement-breakpoint
ALTER TABLE "fee_family" ADD CONSTRAINT "fee_family_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "fee_family" ADD CONSTRAINT "fee_family_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "fee_family_member" ADD CONSTRAINT "fee_family_member_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "fee_family_member" ADD CONSTRAINT "fee_family_member_family_id_fee_family_id_fkey" FOREIGN KEY ("family_id") REFERENCES "fee_family"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "fee_family_member" ADD CONSTRAINT "fee_family_member_member_id_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD CONSTRAINT "fee_rule_places" CHECK ("place_to" >= "place_from");--> statement-breakpoint
ALTER TABLE "fee_rule" ADD CONSTRAINT "fee_rule_family" CHECK ("family_min" between 1 and 20 and "family_mode" in ('cheapest', 'always'));--> statement-breakpoint
-- A member belongs to one family at a time.
ALTER TABLE "fee_family_member" ADD CONSTRAINT "fee_family_member_once" EXCLUDE USING gist ("member_id" WITH =, daterange("from_day", "to_day", '[]') WITH &&);
--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table fee_family enable row level security;
--> statement-breakpoint
alter table fee_family force row level security;
--> statement-breakpoint
create policy fee_family_scope on fee_family
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table fee_family_member enable row level security;
--> statement-breakpoint
alter table fee_family_member force row level security;
--> statement-breakpoint
create policy fee_family_member_scope on fee_family_member
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
