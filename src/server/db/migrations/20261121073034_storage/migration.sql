CREATE TABLE "storage_garbage" (
	"segment_id" text PRIMARY KEY,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_object" (
	"id" uuid PRIMARY KEY,
	"bucket" text NOT NULL,
	"path" text NOT NULL,
	"club" text NOT NULL,
	"owner_id" uuid,
	"created_by" uuid NOT NULL,
	"generation" bigint NOT NULL,
	"metageneration" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"md5" text NOT NULL,
	"content_type" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"download_tokens" text[] NOT NULL,
	"segments" jsonb NOT NULL,
	"width" integer,
	"height" integer,
	"time_created" timestamp with time zone NOT NULL,
	"updated" timestamp with time zone NOT NULL,
	CONSTRAINT "storage_object_path" UNIQUE("bucket","path"),
	CONSTRAINT "storage_object_size" CHECK ("size_bytes" >= 0),
	CONSTRAINT "storage_object_path_length" CHECK (octet_length("path") between 1 and 1024)
);
--> statement-breakpoint
CREATE TABLE "storage_size" (
	"object_id" uuid,
	"width" integer,
	"format" text,
	"height" integer NOT NULL,
	"segment" jsonb NOT NULL,
	CONSTRAINT "storage_size_pkey" PRIMARY KEY("object_id","width","format"),
	CONSTRAINT "storage_size_format" CHECK ("format" in ('webp', 'avif'))
);
--> statement-breakpoint
CREATE TABLE "upload_session" (
	"id" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"bucket" text NOT NULL,
	"path" text NOT NULL,
	"club" text NOT NULL,
	"declared_bytes" bigint,
	"declared_type" text,
	"metadata" jsonb NOT NULL,
	"segments" jsonb NOT NULL,
	"received_bytes" bigint NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"result" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upload_session_status" CHECK ("status" in ('active', 'final', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX "storage_object_listing" ON "storage_object" ("bucket","path" collate "C");--> statement-breakpoint
CREATE INDEX "storage_object_club" ON "storage_object" ("club");--> statement-breakpoint
CREATE INDEX "storage_object_owner" ON "storage_object" ("owner_id");--> statement-breakpoint
CREATE INDEX "upload_session_age" ON "upload_session" ("expires_at");--> statement-breakpoint
CREATE INDEX "upload_session_user" ON "upload_session" ("user_id");--> statement-breakpoint
CREATE INDEX "upload_session_club" ON "upload_session" ("club");--> statement-breakpoint
ALTER TABLE "storage_object" ADD CONSTRAINT "storage_object_owner_id_app_user_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "storage_size" ADD CONSTRAINT "storage_size_object" FOREIGN KEY ("object_id") REFERENCES "storage_object"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "upload_session" ADD CONSTRAINT "upload_session_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;