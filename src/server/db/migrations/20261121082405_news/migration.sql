CREATE TABLE "news" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"club" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"teaser" text DEFAULT '' NOT NULL,
	"body" jsonb NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"image_alt" text DEFAULT '' NOT NULL,
	"author" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"publish_at" timestamp(3) with time zone,
	"expires_at" timestamp with time zone,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"approved_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "news_slug" UNIQUE("club","slug"),
	CONSTRAINT "news_state" CHECK ("state" in ('draft', 'published', 'archived')),
	CONSTRAINT "news_published_when" CHECK ("state" <> 'published' or "publish_at" is not null),
	CONSTRAINT "news_end" CHECK ("expires_at" > "publish_at"),
	CONSTRAINT "news_picture_text" CHECK ("image" = '' or "image_alt" <> '')
);
--> statement-breakpoint
CREATE TABLE "news_revision" (
	"news_id" uuid,
	"version" integer,
	"title" text NOT NULL,
	"teaser" text NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "news_revision_pkey" PRIMARY KEY("news_id","version")
);
--> statement-breakpoint
CREATE INDEX "news_shown" ON "news" ("club","is_pinned","publish_at","id");--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "news_revision" ADD CONSTRAINT "news_revision_news_id_news_id_fkey" FOREIGN KEY ("news_id") REFERENCES "news"("id") ON DELETE CASCADE;