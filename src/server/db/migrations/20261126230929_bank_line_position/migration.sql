-- compatible
ALTER TABLE "bank_line" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX "bank_line_list";--> statement-breakpoint
CREATE INDEX "bank_line_list" ON "bank_line" ("club","state","booked_on","position","id");