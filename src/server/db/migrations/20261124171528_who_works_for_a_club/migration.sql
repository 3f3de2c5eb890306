-- compatible
CREATE TABLE "processor" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"name" text NOT NULL,
	"service" text NOT NULL,
	"contract_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "processor_once" UNIQUE("club","name","service")
);
--> statement-breakpoint
ALTER TABLE "processor" ADD CONSTRAINT "processor_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
-- Where the demonstration was cleared before, the amounts of the law and the licences to choose from went with it.
insert into allowance_limit (kind, year, cents)
select * from (values ('trainer', 2021, 300000), ('trainer', 2026, 330000), ('honorary', 2021, 84000), ('honorary', 2026, 96000)) as law (kind, year, cents)
where not exists (select from allowance_limit);
--> statement-breakpoint
insert into licence_kind (id, name)
select gen_random_uuid(), name from (values
  ('Trainer C Breitensport'), ('Trainer C Breitensport: Kinder und Jugendliche'), ('Trainer C Breitensport: Ältere'),
  ('Trainer C Leistungssport'), ('Trainer B Breitensport'), ('Trainer B Leistungssport'), ('Trainer B Sport in der Prävention'),
  ('Trainer A Leistungssport'), ('Jugendleiter-Lizenz'), ('Jugendleiter-Card (Juleica)'), ('Übungsleiter-Assistent'),
  ('Rettungsschwimmen Silber'), ('Vereinsmanager C')) as usual (name)
where not exists (select from licence_kind);
