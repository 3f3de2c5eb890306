-- compatible
ALTER TABLE "levy" ADD COLUMN "posted_on" date;