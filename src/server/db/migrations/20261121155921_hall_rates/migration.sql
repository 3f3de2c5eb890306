CREATE TABLE "hall_rate" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"facility_id" uuid,
	"cents" integer NOT NULL,
	"valid_from" date NOT NULL,
	CONSTRAINT "hall_rate_cents" CHECK ("cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "hall_rate_once" ON "hall_rate" ("club",coalesce("facility_id", '00000000-0000-0000-0000-000000000000'::uuid),"valid_from");--> statement-breakpoint
ALTER TABLE "hall_rate" ADD CONSTRAINT "hall_rate_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "hall_rate" ADD CONSTRAINT "hall_rate_facility_id_facility_id_fkey" FOREIGN KEY ("facility_id") REFERENCES "facility"("id") ON DELETE CASCADE;--> statement-breakpoint

-- Row security: the own club (docs/decisions/0002).
alter table hall_rate enable row level security;
--> statement-breakpoint
alter table hall_rate force row level security;
--> statement-breakpoint
create policy hall_rate_scope on hall_rate
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
