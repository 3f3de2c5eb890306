-- compatible
ALTER TABLE "bank_rule" ADD COLUMN "iban_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_rule" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_rule" DROP CONSTRAINT "bank_rule_words", ADD CONSTRAINT "bank_rule_words" CHECK ("name_contains" <> '' or "purpose_contains" <> '' or "iban_hash" <> '');