CREATE TABLE "sepa_mandate" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"payer_person_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"signed_on" date NOT NULL,
	"iban" text NOT NULL,
	"bic" text,
	"account_holder" text NOT NULL,
	"kind" text DEFAULT 'recurrent' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"last_used_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sepa_mandate_kind" CHECK ("kind" in ('recurrent', 'one_off')),
	CONSTRAINT "sepa_mandate_state" CHECK ("state" in ('active', 'used_up', 'revoked', 'expired')),
	CONSTRAINT "sepa_mandate_reference" CHECK (length("reference") between 1 and 35),
	CONSTRAINT "sepa_mandate_iban" CHECK ("iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
	CONSTRAINT "sepa_mandate_holder" CHECK (length("account_holder") between 1 and 70)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sepa_mandate_reference_once" ON "sepa_mandate" ("club","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "sepa_mandate_one_active" ON "sepa_mandate" ("payer_person_id") WHERE "state" = 'active' and "kind" = 'recurrent';--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD CONSTRAINT "sepa_mandate_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD CONSTRAINT "sepa_mandate_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint

-- Row security: the own club, and whoever may act for the one who pays (docs/decisions/0002).
alter table sepa_mandate enable row level security;
--> statement-breakpoint
alter table sepa_mandate force row level security;
--> statement-breakpoint
create policy sepa_mandate_scope on sepa_mandate
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a where a.person_id = payer_person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
