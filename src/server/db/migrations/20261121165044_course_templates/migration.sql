ALTER TABLE "course" ADD COLUMN "template" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_template" CHECK (not "template" or "status" = 'draft');