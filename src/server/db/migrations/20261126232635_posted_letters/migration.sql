-- compatible
ALTER TABLE "sepa_notice" ADD COLUMN "posted_on" date;