-- compatible: only this release makes rules that book on an account
ALTER TABLE "bank_rule" ADD COLUMN "payer_person_id" uuid;--> statement-breakpoint
ALTER TABLE "bank_rule" ADD COLUMN "organisation_id" uuid;--> statement-breakpoint
ALTER TABLE "bank_line" ADD COLUMN "iban_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "fee_rule" ADD COLUMN "retroactive_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "bank_rule_payer_person" ON "bank_rule" ("payer_person_id") WHERE "payer_person_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_rule_organisation" ON "bank_rule" ("organisation_id") WHERE "organisation_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_line_iban" ON "bank_line" ("club","iban_hash") WHERE "iban_hash" <> '';--> statement-breakpoint
ALTER TABLE "bank_rule" ADD CONSTRAINT "bank_rule_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "bank_rule" ADD CONSTRAINT "bank_rule_organisation_id_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id");--> statement-breakpoint
ALTER TABLE "bank_rule" ADD CONSTRAINT "bank_rule_payer" CHECK (num_nonnulls("payer_person_id", "organisation_id") = case when "way" = 'payer' then 1 else 0 end
        and ("way" <> 'payer' or "direction" = 'in'));--> statement-breakpoint
ALTER TABLE "bank_rule" DROP CONSTRAINT "bank_rule_known", ADD CONSTRAINT "bank_rule_known" CHECK ("direction" in ('in', 'out') and "way" in ('entry', 'payer', 'ignore'));