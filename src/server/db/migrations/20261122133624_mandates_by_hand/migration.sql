ALTER TABLE "sepa_mandate" ADD COLUMN "for_person_id" uuid;--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD COLUMN "is_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD COLUMN "origin" text DEFAULT 'paper' NOT NULL;--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD COLUMN "ended_on" date;--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "sepa_mandate" ALTER COLUMN "reference" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sepa_mandate" ALTER COLUMN "signed_on" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "sepa_mandate_one_active";--> statement-breakpoint
CREATE UNIQUE INDEX "sepa_mandate_one_active" ON "sepa_mandate" ("payer_person_id",coalesce("for_person_id", '00000000-0000-0000-0000-000000000000')) WHERE "state" = 'active' and "kind" = 'recurrent';--> statement-breakpoint
CREATE INDEX "sepa_mandate_payer" ON "sepa_mandate" ("payer_person_id");--> statement-breakpoint
CREATE INDEX "sepa_mandate_for_person" ON "sepa_mandate" ("for_person_id");--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD CONSTRAINT "sepa_mandate_for_person_id_person_id_fkey" FOREIGN KEY ("for_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD CONSTRAINT "sepa_mandate_created_by_app_user_id_fkey" FOREIGN KEY ("created_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD CONSTRAINT "sepa_mandate_origin" CHECK ("origin" in ('paper', 'online', 'import'));--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD CONSTRAINT "sepa_mandate_end_reason" CHECK ("end_reason" in ('revoked_by_payer', 'replaced', 'returned', 'deceased', 'lapsed', 'erased', 'error'));--> statement-breakpoint
ALTER TABLE "sepa_mandate" ADD CONSTRAINT "sepa_mandate_complete" CHECK ("state" in ('incomplete', 'revoked') or ("signed_on" is not null and "reference" is not null));--> statement-breakpoint
ALTER TABLE "sepa_mandate" DROP CONSTRAINT "sepa_mandate_state", ADD CONSTRAINT "sepa_mandate_state" CHECK ("state" in ('active', 'incomplete', 'used_up', 'revoked', 'expired'));--> statement-breakpoint
-- So far mandates came from applications and change requests alone. The rows are those of every club.
select set_config('app.club', '*', true);--> statement-breakpoint
UPDATE "sepa_mandate" SET "origin" = 'online';
