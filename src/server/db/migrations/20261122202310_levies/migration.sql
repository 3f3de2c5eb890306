CREATE TABLE "levy" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"due_on" date NOT NULL,
	"tax_sphere" text NOT NULL,
	"count" integer NOT NULL,
	"excluded" integer DEFAULT 0 NOT NULL,
	"total_cents" bigint NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'booked' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "levy_kind" CHECK ("kind" in ('other', 'helper_hours')),
	CONSTRAINT "levy_state" CHECK ("state" in ('booked', 'undone')),
	CONSTRAINT "levy_sphere" CHECK ("tax_sphere" in ('ideal', 'purpose', 'asset', 'business')),
	CONSTRAINT "levy_count" CHECK ("count" > 0 and "total_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX "levy_list" ON "levy" ("club","created_at");--> statement-breakpoint
ALTER TABLE "levy" ADD CONSTRAINT "levy_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "levy" ADD CONSTRAINT "levy_created_by_id_app_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
alter table levy enable row level security;
--> statement-breakpoint
alter table levy force row level security;
--> statement-breakpoint
create policy levy_scope on levy
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
