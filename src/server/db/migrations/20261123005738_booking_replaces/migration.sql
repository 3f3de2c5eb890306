ALTER TABLE "booking" ADD COLUMN "replaces_id" uuid;--> statement-breakpoint
CREATE INDEX "booking_replaces" ON "booking" ("replaces_id") WHERE "replaces_id" is not null;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_replaces_id_booking_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "booking"("id") ON DELETE SET NULL;