-- compatible: a column that may be empty
ALTER TABLE "storage_object" ADD COLUMN "crc32c" text;