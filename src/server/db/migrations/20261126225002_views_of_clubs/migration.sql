-- compatible: an older program reads and writes its own views only, of the pages that it knows
ALTER TABLE "saved_view" ADD COLUMN "columns" text[];--> statement-breakpoint
ALTER TABLE "saved_view" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_once_in_club" ON "saved_view" ("club","page",lower("name")) WHERE "user_id" is null;--> statement-breakpoint
ALTER TABLE "saved_view" DROP CONSTRAINT "saved_view_page", ADD CONSTRAINT "saved_view_page" CHECK ("page" in ('members', 'charges', 'bookings', 'courses', 'sessions', 'ownBookings', 'requests', 'organisations', 'wishes', 'trainers', 'users', 'outbox', 'courseStat'));