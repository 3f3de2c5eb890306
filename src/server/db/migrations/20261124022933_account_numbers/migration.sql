-- compatible
ALTER TABLE "person" ADD COLUMN "account_no" integer GENERATED ALWAYS AS IDENTITY (sequence name "person_account_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 10001 CACHE 1);--> statement-breakpoint
CREATE UNIQUE INDEX "person_account_no" ON "person" ("account_no");