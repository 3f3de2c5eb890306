CREATE TABLE "bank_booking" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"fingerprint" text NOT NULL,
	"booked_on" date NOT NULL,
	"cents" integer NOT NULL,
	"references" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_booking_cents" CHECK ("cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "sepa_run" ADD COLUMN "created_by_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_booking_once" ON "bank_booking" ("club","fingerprint");--> statement-breakpoint
ALTER TABLE "bank_booking" ADD CONSTRAINT "bank_booking_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "sepa_run" ADD CONSTRAINT "sepa_run_created_by_id_app_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;
--> statement-breakpoint

-- Row security: the own club (docs/decisions/0002).
alter table bank_booking enable row level security;
--> statement-breakpoint
alter table bank_booking force row level security;
--> statement-breakpoint
create policy bank_booking_scope on bank_booking
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
