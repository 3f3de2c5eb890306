-- compatible
CREATE TABLE "allowance_declaration" (
	"person_id" uuid,
	"club" text NOT NULL,
	"kind" text,
	"year" integer,
	"elsewhere_cents" integer NOT NULL,
	"counts_other_clubs" boolean NOT NULL,
	"declared_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "allowance_declaration_pkey" PRIMARY KEY("person_id","kind","year"),
	CONSTRAINT "allowance_declaration_kind" CHECK ("kind" in ('trainer', 'honorary')),
	CONSTRAINT "allowance_declaration_year" CHECK ("year" between 2000 and 2200),
	CONSTRAINT "allowance_declaration_cents" CHECK ("elsewhere_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "allowance_limit" (
	"kind" text,
	"year" integer,
	"cents" integer NOT NULL,
	CONSTRAINT "allowance_limit_pkey" PRIMARY KEY("kind","year"),
	CONSTRAINT "allowance_limit_kind" CHECK ("kind" in ('trainer', 'honorary')),
	CONSTRAINT "allowance_limit_year" CHECK ("year" between 2000 and 2200),
	CONSTRAINT "allowance_limit_cents" CHECK ("cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "trainer_contract" (
	"id" uuid PRIMARY KEY,
	"person_id" uuid NOT NULL,
	"club" text NOT NULL,
	"kind" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"has_joint_consent" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "trainer_contract_kind" CHECK ("kind" in ('trainer', 'honorary', 'fee', 'minijob')),
	CONSTRAINT "trainer_contract_days" CHECK ("valid_to" >= "valid_from"),
	CONSTRAINT "trainer_contract_consent" CHECK ("kind" = 'fee' or not "has_joint_consent")
);
--> statement-breakpoint
CREATE INDEX "allowance_declaration_club" ON "allowance_declaration" ("club");--> statement-breakpoint
CREATE INDEX "trainer_contract_person" ON "trainer_contract" ("person_id");--> statement-breakpoint
CREATE INDEX "trainer_contract_ends" ON "trainer_contract" ("club","valid_to");--> statement-breakpoint
ALTER TABLE "allowance_declaration" ADD CONSTRAINT "allowance_declaration_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "allowance_declaration" ADD CONSTRAINT "allowance_declaration_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "trainer_contract" ADD CONSTRAINT "trainer_contract_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "trainer_contract" ADD CONSTRAINT "trainer_contract_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
-- Two contracts of one kind never hold on the same day.
alter table trainer_contract add constraint trainer_contract_once
  exclude using gist (person_id with =, kind with =, daterange(valid_from, valid_to, '[]') with &&);
--> statement-breakpoint
insert into allowance_limit (kind, year, cents) values
  ('trainer', 2021, 300000), ('trainer', 2026, 330000), ('honorary', 2021, 84000), ('honorary', 2026, 96000);
--> statement-breakpoint
alter table trainer_contract enable row level security;
--> statement-breakpoint
alter table trainer_contract force row level security;
--> statement-breakpoint
create policy trainer_contract_scope on trainer_contract
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table allowance_declaration enable row level security;
--> statement-breakpoint
alter table allowance_declaration force row level security;
--> statement-breakpoint
create policy allowance_declaration_scope on allowance_declaration
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
