CREATE TABLE "page" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"club" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"body" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"menu_label" text DEFAULT '' NOT NULL,
	"menu_order" integer DEFAULT 0 NOT NULL,
	"parent_id" uuid,
	"legal_kind" text,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "page_slug" UNIQUE("club","slug"),
	CONSTRAINT "page_of_club" UNIQUE("id","club"),
	CONSTRAINT "page_state" CHECK ("state" in ('draft', 'published')),
	CONSTRAINT "page_legal_kind" CHECK ("legal_kind" in ('imprint', 'contact', 'privacy', 'terms', 'statutes')),
	CONSTRAINT "page_own_parent" CHECK ("parent_id" <> "id")
);
--> statement-breakpoint
CREATE TABLE "page_redirect" (
	"club" text,
	"slug" text,
	"page_id" uuid NOT NULL,
	CONSTRAINT "page_redirect_pkey" PRIMARY KEY("club","slug")
);
--> statement-breakpoint
CREATE TABLE "page_revision" (
	"page_id" uuid,
	"version" integer,
	"title" text NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "page_revision_pkey" PRIMARY KEY("page_id","version")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "page_legal" ON "page" ("club","legal_kind");--> statement-breakpoint
CREATE INDEX "page_menu" ON "page" ("club","parent_id","menu_order");--> statement-breakpoint
CREATE INDEX "page_redirect_page" ON "page_redirect" ("page_id");--> statement-breakpoint
ALTER TABLE "page" ADD CONSTRAINT "page_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "page" ADD CONSTRAINT "page_parent" FOREIGN KEY ("parent_id","club") REFERENCES "page"("id","club");--> statement-breakpoint
ALTER TABLE "page_redirect" ADD CONSTRAINT "page_redirect_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "page_redirect" ADD CONSTRAINT "page_redirect_page_id_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "page_revision" ADD CONSTRAINT "page_revision_page_id_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "page"("id") ON DELETE CASCADE;