-- compatible: a new column without a value
ALTER TABLE "holiday_offer" ADD COLUMN "off_told_at" timestamp with time zone;