-- compatible: an older program names no department and leaves those that are given as they are
ALTER TABLE "booking" ADD COLUMN "department_id" uuid;--> statement-breakpoint
ALTER TABLE "booking_series" ADD COLUMN "department_id" uuid;--> statement-breakpoint
ALTER TABLE "wish" ADD COLUMN "department_id" uuid;--> statement-breakpoint
CREATE INDEX "booking_department" ON "booking" ("department_id") WHERE "department_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_series_department" ON "booking_series" ("department_id") WHERE "department_id" is not null;--> statement-breakpoint
CREATE INDEX "wish_department" ON "wish" ("department_id") WHERE "department_id" is not null;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");--> statement-breakpoint
ALTER TABLE "booking_series" ADD CONSTRAINT "booking_series_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");--> statement-breakpoint
ALTER TABLE "wish" ADD CONSTRAINT "wish_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id");