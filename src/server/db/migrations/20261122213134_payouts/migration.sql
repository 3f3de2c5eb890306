CREATE TABLE "payee_account" (
	"person_id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"iban" text NOT NULL,
	"holder" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_item" (
	"id" uuid PRIMARY KEY,
	"run_id" uuid NOT NULL,
	"club" text NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"iban" text NOT NULL,
	"holder" text NOT NULL,
	"cents" integer NOT NULL,
	"remittance" text NOT NULL,
	"end_to_end_id" text NOT NULL,
	"payment_id" uuid,
	"failed_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "payout_item_source" CHECK ("source" in ('refund', 'credit', 'hour_sheet')),
	CONSTRAINT "payout_item_cents" CHECK ("cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payout_run" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"message_id" text NOT NULL,
	"execution_on" date NOT NULL,
	"executed_on" date,
	"state" text DEFAULT 'draft' NOT NULL,
	"debtor_name" text NOT NULL,
	"debtor_iban" text NOT NULL,
	"total_cents" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payout_run_state" CHECK ("state" in ('draft', 'downloaded', 'executed', 'discarded')),
	CONSTRAINT "payout_run_executed" CHECK (("state" = 'executed') = ("executed_on" is not null))
);
--> statement-breakpoint
CREATE INDEX "payee_account_club" ON "payee_account" ("club");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_item_once" ON "payout_item" ("source","source_id") WHERE "failed_reason" = '' and "source" <> 'credit';--> statement-breakpoint
CREATE INDEX "payout_item_run" ON "payout_item" ("run_id");--> statement-breakpoint
CREATE INDEX "payout_item_person" ON "payout_item" ("person_id");--> statement-breakpoint
CREATE INDEX "payout_item_payment" ON "payout_item" ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_run_message" ON "payout_run" ("message_id");--> statement-breakpoint
CREATE INDEX "payout_run_list" ON "payout_run" ("club","created_at");--> statement-breakpoint
ALTER TABLE "payee_account" ADD CONSTRAINT "payee_account_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "payee_account" ADD CONSTRAINT "payee_account_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "payout_item" ADD CONSTRAINT "payout_item_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "payout_item" ADD CONSTRAINT "payout_item_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "payout_item" ADD CONSTRAINT "payout_item_payment_id_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "payout_item" ADD CONSTRAINT "payout_item_run_id_payout_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "payout_run"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "payout_run" ADD CONSTRAINT "payout_run_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "payout_run" ADD CONSTRAINT "payout_run_created_by_id_app_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
alter table payee_account enable row level security;
--> statement-breakpoint
alter table payee_account force row level security;
--> statement-breakpoint
create policy payee_account_scope on payee_account
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table payout_run enable row level security;
--> statement-breakpoint
alter table payout_run force row level security;
--> statement-breakpoint
create policy payout_run_scope on payout_run
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table payout_item enable row level security;
--> statement-breakpoint
alter table payout_item force row level security;
--> statement-breakpoint
create policy payout_item_scope on payout_item
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
