CREATE TABLE "setup_postponed" (
	"club" text,
	"part" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "setup_postponed_pkey" PRIMARY KEY("club","part"),
	CONSTRAINT "setup_postponed_part" CHECK ("part" in ('legal', 'holidays', 'departments', 'halls', 'bank', 'mail', 'people', 'members', 'offer', 'guide'))
);
--> statement-breakpoint
ALTER TABLE "setup_postponed" ADD CONSTRAINT "setup_postponed_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");