-- compatible
ALTER TABLE "person" ADD COLUMN "emergency_asked_on" date;