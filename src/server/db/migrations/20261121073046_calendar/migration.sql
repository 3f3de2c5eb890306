CREATE TABLE "calendar_day_rule" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"scope" text NOT NULL,
	"scope_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"source" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "calendar_day_rule_scope" CHECK ("scope" in ('state', 'town', 'facility', 'club')),
	CONSTRAINT "calendar_day_rule_kind" CHECK ("kind" in ('public_holiday', 'school_holiday', 'movable_school_day', 'closure')),
	CONSTRAINT "calendar_day_rule_order" CHECK ("ends_on" >= "starts_on")
);
--> statement-breakpoint
CREATE INDEX "calendar_day_rule_place" ON "calendar_day_rule" ("scope","scope_id","starts_on");--> statement-breakpoint
-- The school holidays of North Rhine-Westphalia as the state orders them; /admin/config edits them from here on.
INSERT INTO "calendar_day_rule" ("scope", "scope_id", "kind", "name", "starts_on", "ends_on", "source") VALUES
	('state', 'NW', 'school_holiday', 'Herbstferien', '2026-10-17', '2026-10-31', 'BASS NRW (Ferienordnung)'),
	('state', 'NW', 'school_holiday', 'Weihnachtsferien', '2026-12-23', '2027-01-06', 'BASS NRW (Ferienordnung)'),
	('state', 'NW', 'school_holiday', 'Osterferien', '2027-03-22', '2027-04-03', 'BASS NRW (Ferienordnung)'),
	('state', 'NW', 'school_holiday', 'Pfingstferien', '2027-05-18', '2027-05-18', 'BASS NRW (Ferienordnung)'),
	('state', 'NW', 'school_holiday', 'Sommerferien', '2027-07-19', '2027-08-31', 'BASS NRW (Ferienordnung)'),
	('state', 'NW', 'school_holiday', 'Herbstferien', '2027-10-23', '2027-11-06', 'BASS NRW (Ferienordnung)'),
	('state', 'NW', 'school_holiday', 'Weihnachtsferien', '2027-12-24', '2028-01-08', 'BASS NRW (Ferienordnung)'),
	('state', 'NW', 'school_holiday', 'Osterferien', '2028-04-10', '2028-04-22', 'BASS NRW (Ferienordnung)');
