-- compatible
ALTER TABLE "season" ADD COLUMN "instruction" text DEFAULT '' NOT NULL;