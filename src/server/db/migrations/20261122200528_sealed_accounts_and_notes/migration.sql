ALTER TABLE "sepa_mandate" DROP CONSTRAINT "sepa_mandate_iban";--> statement-breakpoint
CREATE INDEX "sepa_mandate_account" ON "sepa_mandate" (split_part("iban", ':', 3));