CREATE TABLE "trainer_proof" (
	"id" uuid PRIMARY KEY,
	"person_id" uuid NOT NULL,
	"club" text NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"issued_by" text DEFAULT '' NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "trainer_proof_kind" CHECK ("kind" in ('licence', 'firstAid', 'codeOfConduct')),
	CONSTRAINT "trainer_proof_days" CHECK ("valid_to" >= "valid_from"),
	CONSTRAINT "trainer_proof_name" CHECK ("kind" <> 'licence' or "name" <> '')
);
--> statement-breakpoint
CREATE INDEX "trainer_proof_person" ON "trainer_proof" ("person_id");--> statement-breakpoint
CREATE INDEX "trainer_proof_ends" ON "trainer_proof" ("club","valid_to");--> statement-breakpoint
ALTER TABLE "trainer_proof" ADD CONSTRAINT "trainer_proof_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "trainer_proof" ADD CONSTRAINT "trainer_proof_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
alter table trainer_proof enable row level security;
--> statement-breakpoint
alter table trainer_proof force row level security;
--> statement-breakpoint
create policy trainer_proof_scope on trainer_proof
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
