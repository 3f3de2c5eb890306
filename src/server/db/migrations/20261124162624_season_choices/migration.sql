-- compatible
ALTER TABLE "season_grant" ADD COLUMN "choices" jsonb DEFAULT '[]' NOT NULL;