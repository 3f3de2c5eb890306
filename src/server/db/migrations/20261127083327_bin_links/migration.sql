-- compatible: only a column that has a default
ALTER TABLE "deleted_record" ADD COLUMN "links" jsonb DEFAULT '[]' NOT NULL;