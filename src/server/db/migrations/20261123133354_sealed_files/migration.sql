-- incompatible: the program before reads these columns as JSON and as bytes
ALTER TABLE "idempotency_key" ALTER COLUMN "answer" SET DATA TYPE text USING "answer"::text;--> statement-breakpoint
ALTER TABLE "member_import" ALTER COLUMN "content" SET DATA TYPE text USING encode("content", 'base64');