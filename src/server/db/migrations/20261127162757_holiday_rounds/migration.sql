-- compatible
CREATE TABLE "holiday_child" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"round_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"entered_by" uuid,
	"wants" integer NOT NULL,
	"group_id" uuid,
	"group_seat" integer,
	"lot" integer,
	"consents" text[] DEFAULT '{}'::text[] NOT NULL,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "holiday_child_wants" CHECK ("wants" between 1 and 10),
	CONSTRAINT "holiday_child_seat" CHECK ("group_seat" between 1 and 4)
);
--> statement-breakpoint
CREATE TABLE "holiday_group" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"round_id" uuid NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holiday_offer" (
	"round_id" uuid,
	"course_id" uuid,
	"agreed_by" uuid,
	"agreed_at" timestamp with time zone NOT NULL,
	"seats" integer,
	"wishes" integer,
	"sent_at" timestamp with time zone,
	CONSTRAINT "holiday_offer_pkey" PRIMARY KEY("round_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "holiday_round" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"wishes_until" date NOT NULL,
	"sends_on" date NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"seed" text,
	"drawn_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "holiday_round_name" CHECK (length("name") between 1 and 80),
	CONSTRAINT "holiday_round_days" CHECK ("sends_on" > "wishes_until"),
	CONSTRAINT "holiday_round_state" CHECK ("state" in ('draft', 'open', 'drawn', 'sent')),
	CONSTRAINT "holiday_round_seed" CHECK (("state" = 'draft') = ("seed" is null)),
	CONSTRAINT "holiday_round_drawn" CHECK (("state" in ('drawn', 'sent')) = ("drawn_at" is not null)),
	CONSTRAINT "holiday_round_sent" CHECK (("state" = 'sent') = ("sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "holiday_wish" (
	"child_id" uuid,
	"course_id" uuid,
	"club" text NOT NULL,
	"round_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"stars" integer NOT NULL,
	"outcome" text,
	"reason" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone,
	"enrolment_id" uuid,
	CONSTRAINT "holiday_wish_pkey" PRIMARY KEY("child_id","course_id"),
	CONSTRAINT "holiday_wish_position" UNIQUE("child_id","position"),
	CONSTRAINT "holiday_wish_position_range" CHECK ("position" between 1 and 10),
	CONSTRAINT "holiday_wish_stars" CHECK ("stars" between 1 and 3),
	CONSTRAINT "holiday_wish_outcome" CHECK ("outcome" in ('seat', 'waits', 'enough', 'clash', 'group', 'unfit'))
);
--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "round_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "holiday_child_once" ON "holiday_child" ("round_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "holiday_child_friends" ON "holiday_child" ("group_id","group_seat");--> statement-breakpoint
CREATE INDEX "holiday_child_person" ON "holiday_child" ("person_id");--> statement-breakpoint
CREATE INDEX "holiday_child_entered_by" ON "holiday_child" ("entered_by") WHERE "entered_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "holiday_group_code" ON "holiday_group" ("round_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "holiday_offer_course" ON "holiday_offer" ("course_id");--> statement-breakpoint
CREATE INDEX "holiday_offer_agreed_by" ON "holiday_offer" ("agreed_by") WHERE "agreed_by" is not null;--> statement-breakpoint
CREATE INDEX "holiday_round_list" ON "holiday_round" ("club","wishes_until");--> statement-breakpoint
CREATE INDEX "holiday_round_created_by" ON "holiday_round" ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "holiday_wish_offer" ON "holiday_wish" ("round_id","course_id");--> statement-breakpoint
CREATE INDEX "holiday_wish_enrolment" ON "holiday_wish" ("enrolment_id") WHERE "enrolment_id" is not null;--> statement-breakpoint
CREATE INDEX "course_round" ON "course" ("round_id") WHERE "round_id" is not null;--> statement-breakpoint
ALTER TABLE "holiday_child" ADD CONSTRAINT "holiday_child_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "holiday_child" ADD CONSTRAINT "holiday_child_round_id_holiday_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "holiday_round"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "holiday_child" ADD CONSTRAINT "holiday_child_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "holiday_child" ADD CONSTRAINT "holiday_child_entered_by_app_user_id_fkey" FOREIGN KEY ("entered_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "holiday_child" ADD CONSTRAINT "holiday_child_group_id_holiday_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "holiday_group"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "holiday_group" ADD CONSTRAINT "holiday_group_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "holiday_group" ADD CONSTRAINT "holiday_group_round_id_holiday_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "holiday_round"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "holiday_offer" ADD CONSTRAINT "holiday_offer_round_id_holiday_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "holiday_round"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "holiday_offer" ADD CONSTRAINT "holiday_offer_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "holiday_offer" ADD CONSTRAINT "holiday_offer_agreed_by_app_user_id_fkey" FOREIGN KEY ("agreed_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "holiday_round" ADD CONSTRAINT "holiday_round_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "holiday_round" ADD CONSTRAINT "holiday_round_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "holiday_wish" ADD CONSTRAINT "holiday_wish_child_id_holiday_child_id_fkey" FOREIGN KEY ("child_id") REFERENCES "holiday_child"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "holiday_wish" ADD CONSTRAINT "holiday_wish_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "holiday_wish" ADD CONSTRAINT "holiday_wish_enrolment_id_enrolment_id_fkey" FOREIGN KEY ("enrolment_id") REFERENCES "enrolment"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "holiday_wish" ADD CONSTRAINT "holiday_wish_offer_fkey" FOREIGN KEY ("round_id","course_id") REFERENCES "holiday_offer"("round_id","course_id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_round_id_fkey" FOREIGN KEY ("round_id") REFERENCES "holiday_round"("id") ON DELETE SET NULL;
--> statement-breakpoint
-- Wishes are seen by the club of the round, and by who may act for the child; they are written in the scope of that club alone.
alter table holiday_group enable row level security;
--> statement-breakpoint
alter table holiday_group force row level security;
--> statement-breakpoint
alter table holiday_child enable row level security;
--> statement-breakpoint
alter table holiday_child force row level security;
--> statement-breakpoint
alter table holiday_wish enable row level security;
--> statement-breakpoint
alter table holiday_wish force row level security;
--> statement-breakpoint
create policy holiday_group_scope on holiday_group
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
create policy holiday_child_scope on holiday_child
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = holiday_child.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
create policy holiday_wish_scope on holiday_wish
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from holiday_child c join person_access a on a.person_id = c.person_id
      where c.id = holiday_wish.child_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
