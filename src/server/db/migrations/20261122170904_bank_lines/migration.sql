CREATE TABLE "bank_line" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"statement_id" uuid,
	"fingerprint" text NOT NULL,
	"booked_on" date NOT NULL,
	"cents" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"end_to_end_id" text DEFAULT '' NOT NULL,
	"mandate_reference" text DEFAULT '' NOT NULL,
	"batch_reference" text DEFAULT '' NOT NULL,
	"return_code" text,
	"fee_cents" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"references" text[] DEFAULT '{}'::text[] NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bank_line_state" CHECK ("state" in ('new', 'done', 'split', 'ignored')),
	CONSTRAINT "bank_line_decided" CHECK (("state" in ('done', 'split', 'ignored')) = ("decided_at" is not null)),
	CONSTRAINT "bank_line_lengths" CHECK (length("name") <= 200 and length("purpose") <= 500 and length("account") <= 20)
);
--> statement-breakpoint
CREATE TABLE "bank_statement" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"first_on" date,
	"last_on" date,
	"opening_cents" bigint,
	"closing_cents" bigint,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- What was booked before keeps its id, so that its payments go on to belong to it.
do $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  insert into bank_line (id, club, fingerprint, booked_on, cents, state, "references", decided_by, decided_at, created_at)
    select id, club, fingerprint, booked_on, cents, 'done', "references", created_by, created_at, created_at from bank_booking;
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_bank_booking_id_bank_booking_id_fkey";--> statement-breakpoint
DROP TABLE "bank_booking";--> statement-breakpoint
ALTER INDEX "payment_bank_booking" RENAME TO "payment_bank_line";--> statement-breakpoint
ALTER TABLE "payment" RENAME COLUMN "bank_booking_id" TO "bank_line_id";--> statement-breakpoint
CREATE UNIQUE INDEX "bank_line_once" ON "bank_line" ("club","fingerprint");--> statement-breakpoint
CREATE INDEX "bank_line_list" ON "bank_line" ("club","state","booked_on","id");--> statement-breakpoint
CREATE INDEX "bank_line_statement" ON "bank_line" ("statement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statement_once" ON "bank_statement" ("club","sha256");--> statement-breakpoint
ALTER TABLE "bank_line" ADD CONSTRAINT "bank_line_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "bank_line" ADD CONSTRAINT "bank_line_statement_id_bank_statement_id_fkey" FOREIGN KEY ("statement_id") REFERENCES "bank_statement"("id");--> statement-breakpoint
ALTER TABLE "bank_statement" ADD CONSTRAINT "bank_statement_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_bank_line_id_bank_line_id_fkey" FOREIGN KEY ("bank_line_id") REFERENCES "bank_line"("id");
-- Row security: the own club (docs/decisions/0002).
--> statement-breakpoint
alter table bank_line enable row level security;
--> statement-breakpoint
alter table bank_line force row level security;
--> statement-breakpoint
create policy bank_line_scope on bank_line
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table bank_statement enable row level security;
--> statement-breakpoint
alter table bank_statement force row level security;
--> statement-breakpoint
create policy bank_statement_scope on bank_statement
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
