CREATE TABLE "erasure" (
	"kind" text,
	"id" text,
	"erased_at" timestamp with time zone NOT NULL,
	CONSTRAINT "erasure_pkey" PRIMARY KEY("kind","id")
);
