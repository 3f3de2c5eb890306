CREATE TABLE "dunning_level" (
	"club" text,
	"level" integer,
	"name" text NOT NULL,
	"after_days" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"due_days" integer NOT NULL,
	"text" text NOT NULL,
	"channel" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "dunning_level_pkey" PRIMARY KEY("club","level"),
	CONSTRAINT "dunning_level_level" CHECK ("level" between 0 and 3),
	CONSTRAINT "dunning_level_fee" CHECK ("fee_cents" >= 0),
	CONSTRAINT "dunning_level_channel" CHECK ("channel" in ('mail', 'letter', 'both'))
);
--> statement-breakpoint
CREATE TABLE "dunning_notice" (
	"id" uuid PRIMARY KEY,
	"run_id" uuid NOT NULL,
	"club" text NOT NULL,
	"payer_person_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"level_name" text NOT NULL,
	"text" text NOT NULL,
	"lines" jsonb NOT NULL,
	"cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"fee_charge_id" uuid,
	"due_on" date NOT NULL,
	"by_mail" boolean NOT NULL,
	"by_letter" boolean NOT NULL,
	CONSTRAINT "dunning_notice_cents" CHECK ("cents" > 0 and "fee_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "dunning_run" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"state" text DEFAULT 'done' NOT NULL,
	"created_on" date NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"total_cents" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "dunning_run_state" CHECK ("state" in ('done', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "dunning_stop" (
	"club" text NOT NULL,
	"payer_person_id" uuid PRIMARY KEY,
	"reason" text NOT NULL,
	"until_day" date,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "dunning_level" integer;--> statement-breakpoint
CREATE INDEX "dunning_notice_run" ON "dunning_notice" ("run_id");--> statement-breakpoint
CREATE INDEX "dunning_notice_payer" ON "dunning_notice" ("payer_person_id");--> statement-breakpoint
CREATE INDEX "dunning_notice_fee" ON "dunning_notice" ("fee_charge_id");--> statement-breakpoint
CREATE INDEX "dunning_run_list" ON "dunning_run" ("club","created_at");--> statement-breakpoint
ALTER TABLE "dunning_level" ADD CONSTRAINT "dunning_level_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "dunning_notice" ADD CONSTRAINT "dunning_notice_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "dunning_notice" ADD CONSTRAINT "dunning_notice_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "dunning_notice" ADD CONSTRAINT "dunning_notice_fee_charge_id_charge_id_fkey" FOREIGN KEY ("fee_charge_id") REFERENCES "charge"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "dunning_notice" ADD CONSTRAINT "dunning_notice_run_id_dunning_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "dunning_run"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "dunning_run" ADD CONSTRAINT "dunning_run_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "dunning_run" ADD CONSTRAINT "dunning_run_created_by_id_app_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "dunning_stop" ADD CONSTRAINT "dunning_stop_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "dunning_stop" ADD CONSTRAINT "dunning_stop_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_dunning_level" CHECK ("dunning_level" between 0 and 3);
--> statement-breakpoint
alter table dunning_level enable row level security;
--> statement-breakpoint
alter table dunning_level force row level security;
--> statement-breakpoint
create policy dunning_level_scope on dunning_level
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table dunning_notice enable row level security;
--> statement-breakpoint
alter table dunning_notice force row level security;
--> statement-breakpoint
create policy dunning_notice_scope on dunning_notice
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table dunning_run enable row level security;
--> statement-breakpoint
alter table dunning_run force row level security;
--> statement-breakpoint
create policy dunning_run_scope on dunning_run
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table dunning_stop enable row level security;
--> statement-breakpoint
alter table dunning_stop force row level security;
--> statement-breakpoint
create policy dunning_stop_scope on dunning_stop
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));