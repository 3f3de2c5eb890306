-- compatible
ALTER TABLE "fee_run" ADD COLUMN "posted_on" date;