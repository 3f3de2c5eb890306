CREATE TABLE "fee_terms" (
	"member_id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"rhythm" text,
	"method" text,
	"fees_from" date,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "fee_terms_rhythm" CHECK ("rhythm" in ('month', 'quarter', 'half', 'year')),
	CONSTRAINT "fee_terms_method" CHECK ("method" in ('transfer', 'cash', 'but'))
);
--> statement-breakpoint
CREATE TABLE "member_fee" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"member_id" uuid NOT NULL,
	"layer" text NOT NULL,
	"department_id" uuid,
	"kind" text NOT NULL,
	"cents" integer NOT NULL,
	"percent" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date,
	"reason" text NOT NULL,
	"proof_until" date,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "member_fee_layer" CHECK ("layer" in ('base', 'department', 'entry') and ("layer" = 'department') = ("department_id" is not null)),
	CONSTRAINT "member_fee_kind" CHECK ("kind" in ('cents', 'percent', 'free') and "cents" >= 0 and "percent" between 1 and 100),
	CONSTRAINT "member_fee_days" CHECK ("to_day" >= "from_day"),
	CONSTRAINT "member_fee_reason" CHECK (length("reason") between 3 and 200)
);
--> statement-breakpoint
CREATE INDEX "fee_terms_club" ON "fee_terms" ("club");--> statement-breakpoint
CREATE INDEX "member_fee_member" ON "member_fee" ("member_id");--> statement-breakpoint
CREATE INDEX "member_fee_club" ON "member_fee" ("club");--> statement-breakpoint
CREATE INDEX "member_fee_department" ON "member_fee" ("department_id");--> statement-breakpoint
ALTER TABLE "fee_terms" ADD CONSTRAINT "fee_terms_member_id_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "fee_terms" ADD CONSTRAINT "fee_terms_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "member_fee" ADD CONSTRAINT "member_fee_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "member_fee" ADD CONSTRAINT "member_fee_member_id_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "member_fee" ADD CONSTRAINT "member_fee_department_id_department_id_fkey" FOREIGN KEY ("department_id") REFERENCES "department"("id") ON DELETE CASCADE;--> statement-breakpoint
-- Two exceptions of one kind of fee never hold on the same day.
ALTER TABLE "member_fee" ADD CONSTRAINT "member_fee_once" EXCLUDE USING gist ("member_id" WITH =, ("layer" || coalesce("department_id"::text, '')) WITH =, daterange("from_day", "to_day", '[]') WITH &&);
--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002). Reasons of exceptions may tell of somebody's life.
alter table fee_terms enable row level security;
--> statement-breakpoint
alter table fee_terms force row level security;
--> statement-breakpoint
create policy fee_terms_scope on fee_terms
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table member_fee enable row level security;
--> statement-breakpoint
alter table member_fee force row level security;
--> statement-breakpoint
create policy member_fee_scope on member_fee
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
