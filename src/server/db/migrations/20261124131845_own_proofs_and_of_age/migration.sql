-- compatible
CREATE TABLE "of_age_answer" (
	"person_id" uuid,
	"club" text NOT NULL,
	"subject" text,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "of_age_answer_pkey" PRIMARY KEY("person_id","subject"),
	CONSTRAINT "of_age_answer_subject" CHECK ("subject" in ('contact', 'payment'))
);
--> statement-breakpoint
CREATE TABLE "licence_kind" (
	"id" uuid PRIMARY KEY,
	"name" text NOT NULL UNIQUE
);
--> statement-breakpoint
ALTER TABLE "trainer_proof" ADD COLUMN "is_reported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trainer_proof" ADD COLUMN "paper" text;--> statement-breakpoint
CREATE INDEX "of_age_answer_club" ON "of_age_answer" ("club");--> statement-breakpoint
ALTER TABLE "of_age_answer" ADD CONSTRAINT "of_age_answer_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id");--> statement-breakpoint
ALTER TABLE "of_age_answer" ADD CONSTRAINT "of_age_answer_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "trainer_proof" ADD CONSTRAINT "trainer_proof_paper" CHECK ("paper" is null or "kind" = 'licence');--> statement-breakpoint
select set_config('app.club', '*', true);
--> statement-breakpoint
insert into licence_kind (id, name)
select gen_random_uuid(), name from (values
  ('Trainer C Breitensport'), ('Trainer C Breitensport: Kinder und Jugendliche'), ('Trainer C Breitensport: Ältere'),
  ('Trainer C Leistungssport'), ('Trainer B Breitensport'), ('Trainer B Leistungssport'), ('Trainer B Sport in der Prävention'),
  ('Trainer A Leistungssport'), ('Jugendleiter-Lizenz'), ('Jugendleiter-Card (Juleica)'), ('Übungsleiter-Assistent'),
  ('Rettungsschwimmen Silber'), ('Vereinsmanager C')) as usual (name)
union select gen_random_uuid(), name from (select distinct name from trainer_proof where kind = 'licence') noted
on conflict (name) do nothing;
--> statement-breakpoint
select set_config('app.club', '', true);
--> statement-breakpoint
alter table of_age_answer enable row level security;
--> statement-breakpoint
alter table of_age_answer force row level security;
--> statement-breakpoint
create policy of_age_answer_scope on of_age_answer
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
