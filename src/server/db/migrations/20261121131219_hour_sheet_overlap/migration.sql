-- No two sheets of a trainer and a department share a day (domain.md 8.1 r), whatever their quarters.
ALTER TABLE "hour_sheet" ADD CONSTRAINT "hour_sheet_overlap" EXCLUDE USING gist (
  "person_id" WITH =,
  (coalesce("department_id", '00000000-0000-0000-0000-000000000000'::uuid)) WITH =,
  (daterange("period_from", "period_to", '[]')) WITH &&
);
