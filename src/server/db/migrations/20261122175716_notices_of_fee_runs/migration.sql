ALTER TABLE "sepa_notice" ADD COLUMN "fee_run_id" uuid;--> statement-breakpoint
CREATE INDEX "sepa_notice_fee_run" ON "sepa_notice" ("fee_run_id");--> statement-breakpoint
ALTER TABLE "sepa_notice" ADD CONSTRAINT "sepa_notice_fee_run_id_fee_run_id_fkey" FOREIGN KEY ("fee_run_id") REFERENCES "fee_run"("id") ON DELETE CASCADE;