-- compatible
CREATE TABLE "kept_payer" (
	"payer_person_id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"left_on" date NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "kept_payer_club" ON "kept_payer" ("club");--> statement-breakpoint
ALTER TABLE "kept_payer" ADD CONSTRAINT "kept_payer_payer_person_id_person_id_fkey" FOREIGN KEY ("payer_person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "kept_payer" ADD CONSTRAINT "kept_payer_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
alter table kept_payer enable row level security;
--> statement-breakpoint
alter table kept_payer force row level security;
--> statement-breakpoint
create policy kept_payer_scope on kept_payer
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
