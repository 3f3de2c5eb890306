-- compatible
CREATE TABLE "course_price_change" (
	"id" uuid PRIMARY KEY,
	"course_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"prices" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"announced_at" timestamp with time zone NOT NULL,
	"announced_by" uuid,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" uuid,
	"applied_at" timestamp with time zone,
	CONSTRAINT "course_price_change_day" CHECK (extract(day from "valid_from") = 1),
	CONSTRAINT "course_price_change_end" CHECK (num_nonnulls("withdrawn_at", "applied_at") < 2)
);
--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "coming_prices" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "course_price_change_once" ON "course_price_change" ("course_id","valid_from") WHERE "withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "course_price_change_coming" ON "course_price_change" ("course_id") WHERE "withdrawn_at" is null and "applied_at" is null;--> statement-breakpoint
ALTER TABLE "course_price_change" ADD CONSTRAINT "course_price_change_course_id_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "course_price_change" ADD CONSTRAINT "course_price_change_announced_by_app_user_id_fkey" FOREIGN KEY ("announced_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "course_price_change" ADD CONSTRAINT "course_price_change_withdrawn_by_app_user_id_fkey" FOREIGN KEY ("withdrawn_by") REFERENCES "app_user"("id") ON DELETE SET NULL;