-- compatible: a column with a default
ALTER TABLE "fee_run" ADD COLUMN "is_spread" boolean DEFAULT false NOT NULL;