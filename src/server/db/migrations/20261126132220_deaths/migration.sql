-- compatible: an older program knows no deaths, and gives nobody who died a new address unless somebody types one
ALTER TABLE "person" ADD COLUMN "died_on" date;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_died" CHECK ("died_on" is null or ("email" is null and "phone" is null and "mobile" is null
        and "died_on" >= coalesce("birth_date", "died_on")));
