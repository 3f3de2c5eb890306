CREATE SEQUENCE "public"."charge_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1;--> statement-breakpoint
CREATE TABLE "charge" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"reference" text NOT NULL,
	"person_id" uuid NOT NULL,
	"payer_person_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid,
	"period" text DEFAULT '' NOT NULL,
	"course_id" uuid,
	"refund_of" uuid,
	"label" text NOT NULL,
	"cents" integer NOT NULL,
	"due_on" date NOT NULL,
	"method" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"paid_on" date,
	"reason" text DEFAULT '' NOT NULL,
	"tax_sphere" text DEFAULT 'purpose' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "charge_source" CHECK ("source" in ('course', 'event', 'membership', 'helper_hours', 'cancel_fee', 'other', 'refund')),
	CONSTRAINT "charge_method" CHECK ("method" in ('sepa', 'transfer', 'cash', 'but', 'free')),
	CONSTRAINT "charge_state" CHECK ("state" in ('draft', 'open', 'in_collection', 'paid', 'returned', 'written_off', 'cancelled')),
	CONSTRAINT "charge_cents" CHECK (case when "source" = 'refund' then "cents" < 0 and "refund_of" is not null and "method" <> 'sepa' else "cents" >= 0 end),
	CONSTRAINT "charge_paid_on" CHECK (("state" = 'paid') = ("paid_on" is not null))
);
--> statement-breakpoint
CREATE TABLE "sepa_run" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"message_id" text NOT NULL,
	"collection_date" date NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"creditor_name" text NOT NULL,
	"creditor_id" text NOT NULL,
	"creditor_iban" text NOT NULL,
	"items" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sepa_run_state" CHECK ("state" in ('draft', 'downloaded', 'submitted', 'settled', 'cancelled')),
	CONSTRAINT "sepa_run_message_length" CHECK (length("message_id") <= 35)
);
--> statement-breakpoint
CREATE TABLE "sepa_run_item" (
	"run_id" uuid,
	"charge_id" uuid,
	"mandate_id" uuid NOT NULL,
	"club" text NOT NULL,
	"end_to_end_id" text NOT NULL,
	"mandate_reference" text NOT NULL,
	"signed_on" date NOT NULL,
	"sequence" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text,
	"account_holder" text NOT NULL,
	"cents" integer NOT NULL,
	"remittance" text NOT NULL,
	"return_code" text,
	CONSTRAINT "sepa_run_item_pkey" PRIMARY KEY("run_id","charge_id"),
	CONSTRAINT "sepa_run_item_cents" CHECK ("cents" > 0),
	CONSTRAINT "sepa_run_item_lengths" CHECK (length("remittance") <= 140 and length("end_to_end_id") <= 35),
	CONSTRAINT "sepa_run_item_sequence" CHECK ("sequence" in ('RCUR', 'OOFF'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "charge_reference" ON "charge" ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_once" ON "charge" ("source","source_id","person_id","period") WHERE "state" <> 'cancelled' and "source_id" is not null and "source" <> 'refund';--> statement-breakpoint
CREATE INDEX "charge_list" ON "charge" ("club","state","due_on","id");--> statement-breakpoint
CREATE INDEX "charge_course" ON "charge" ("course_id");--> statement-breakpoint
CREATE INDEX "charge_source_record" ON "charge" ("source_id");--> statement-breakpoint
CREATE INDEX "charge_person" ON "charge" ("person_id");--> statement-breakpoint
CREATE INDEX "charge_payer" ON "charge" ("payer_person_id");--> statement-breakpoint
CREATE INDEX "charge_refund" ON "charge" ("refund_of");--> statement-breakpoint
CREATE UNIQUE INDEX "sepa_run_message" ON "sepa_run" ("message_id");--> statement-breakpoint
CREATE INDEX "sepa_run_list" ON "sepa_run" ("club","created_at","id");--> statement-breakpoint
CREATE INDEX "sepa_run_item_charge" ON "sepa_run_item" ("charge_id");--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id");--> statement-breakpoint
ALTER TABLE "sepa_run" ADD CONSTRAINT "sepa_run_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "sepa_run_item" ADD CONSTRAINT "sepa_run_item_run_id_sepa_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "sepa_run"("id");--> statement-breakpoint
ALTER TABLE "sepa_run_item" ADD CONSTRAINT "sepa_run_item_charge_id_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charge"("id");--> statement-breakpoint
ALTER TABLE "sepa_run_item" ADD CONSTRAINT "sepa_run_item_mandate_id_sepa_mandate_id_fkey" FOREIGN KEY ("mandate_id") REFERENCES "sepa_mandate"("id");--> statement-breakpoint
ALTER TABLE "sepa_run_item" ADD CONSTRAINT "sepa_run_item_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint

-- Row security: the own club, and whoever may act for the one who took part or for the one who pays (docs/decisions/0002).
alter table charge enable row level security;
--> statement-breakpoint
alter table charge force row level security;
--> statement-breakpoint
create policy charge_scope on charge
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id in (charge.person_id, charge.payer_person_id)
      and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table sepa_run enable row level security;
--> statement-breakpoint
alter table sepa_run force row level security;
--> statement-breakpoint
create policy sepa_run_scope on sepa_run
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table sepa_run_item enable row level security;
--> statement-breakpoint
alter table sepa_run_item force row level security;
--> statement-breakpoint
create policy sepa_run_item_scope on sepa_run_item
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
