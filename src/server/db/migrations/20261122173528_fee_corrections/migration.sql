CREATE TABLE "fee_exclusion" (
	"run_id" uuid,
	"club" text NOT NULL,
	"person_id" uuid,
	"slot" text,
	"from_day" date,
	"label" text NOT NULL,
	"cents" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "fee_exclusion_pkey" PRIMARY KEY("run_id","person_id","slot","from_day")
);
--> statement-breakpoint
ALTER TABLE "charge" ADD COLUMN "replaced_by_run_id" uuid;--> statement-breakpoint
ALTER TABLE "fee_run" ADD COLUMN "told" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "charge_replaced" ON "charge" ("replaced_by_run_id");--> statement-breakpoint
CREATE INDEX "fee_exclusion_person" ON "fee_exclusion" ("person_id");--> statement-breakpoint
CREATE INDEX "fee_exclusion_club" ON "fee_exclusion" ("club");--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_replaced_by_run_id_fee_run_id_fkey" FOREIGN KEY ("replaced_by_run_id") REFERENCES "fee_run"("id");--> statement-breakpoint
ALTER TABLE "fee_exclusion" ADD CONSTRAINT "fee_exclusion_run_id_fee_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "fee_run"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "fee_exclusion" ADD CONSTRAINT "fee_exclusion_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "fee_exclusion" ADD CONSTRAINT "fee_exclusion_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");
--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table fee_exclusion enable row level security;
--> statement-breakpoint
alter table fee_exclusion force row level security;
--> statement-breakpoint
create policy fee_exclusion_scope on fee_exclusion
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
