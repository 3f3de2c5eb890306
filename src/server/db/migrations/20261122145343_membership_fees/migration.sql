CREATE TABLE "fee_rule" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"layer" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"kinds" text[] DEFAULT '{}'::text[] NOT NULL,
	"age_from" integer,
	"age_to" integer,
	"age_on" text NOT NULL,
	"department_id" uuid,
	"pro_rata_in" text NOT NULL,
	"pro_rata_out" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"rhythm" text NOT NULL,
	"cents" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "fee_rule_layer" CHECK ("layer" in ('base', 'department', 'family', 'entry')),
	CONSTRAINT "fee_rule_department" CHECK (("layer" = 'department') = ("department_id" is not null)),
	CONSTRAINT "fee_rule_ages" CHECK ("age_to" >= "age_from"),
	CONSTRAINT "fee_rule_days" CHECK ("valid_to" >= "valid_from"),
	CONSTRAINT "fee_rule_cents" CHECK ("cents" >= 0),
	CONSTRAINT "fee_rule_rhythm" CHECK ("rhythm" in ('month', 'quarter', 'half', 'year'))
);
--> statement-breakpoint
CREATE TABLE "fee_run" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"due_on" date NOT NULL,
	"state" text DEFAULT 'booked' NOT NULL,
	"hash" text NOT NULL,
	"lines" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "fee_run_state" CHECK ("state" in ('booked', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "fee_slot" text;--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "covers" daterange;--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "fee_run_id" uuid;--> statement-breakpoint
CREATE INDEX "charge_fee_run" ON "charge" ("fee_run_id");--> statement-breakpoint
CREATE INDEX "fee_rule_club" ON "fee_rule" ("club","position");--> statement-breakpoint
CREATE INDEX "fee_rule_department" ON "fee_rule" ("department_id");--> statement-breakpoint
CREATE INDEX "fee_run_list" ON "fee_run" ("club","created_at");--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_fee_run_id_fee_run_id_fkey" FOREIGN KEY ("fee_run_id") REFERENCES "fee_run"("id");--> statement-breakpoint
ALTER TABLE "fee_rule" ADD CONSTRAINT "fee_rule_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "fee_rule" ADD CONSTRAINT "fee_rule_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");--> statement-breakpoint
ALTER TABLE "fee_run" ADD CONSTRAINT "fee_run_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "fee_run" ADD CONSTRAINT "fee_run_created_by_id_app_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
-- Nobody is charged twice for a month of a slot, whatever rule, rhythm or run says so.
ALTER TABLE "charge" ADD CONSTRAINT "charge_covers_once" EXCLUDE USING gist ("club" WITH =, "fee_slot" WITH =, "person_id" WITH =, "covers" WITH &&) WHERE ("source" = 'membership' and "state" <> 'cancelled' and "fee_slot" is not null);
