CREATE TABLE "donation" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"donor_name" text NOT NULL,
	"donor_address" text NOT NULL,
	"kind" text NOT NULL,
	"cents" integer NOT NULL,
	"received_on" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"receipt_id" uuid,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "donation_kind" CHECK ("kind" in ('money', 'waiver')),
	CONSTRAINT "donation_cents" CHECK ("cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "donation_receipt" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"issued_on" date NOT NULL,
	"donor_name" text NOT NULL,
	"cents" integer NOT NULL,
	"content" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" uuid,
	"cancelled_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "donation_receipt_cancelled" CHECK ("cancelled_at" is null or "reason" <> ''),
	CONSTRAINT "donation_receipt_cents" CHECK ("cents" > 0 and "number" > 0)
);
--> statement-breakpoint
CREATE TABLE "donation_settings" (
	"club" text PRIMARY KEY,
	"issuer" text NOT NULL,
	"place" text NOT NULL,
	"tax_office" text NOT NULL,
	"tax_number" text NOT NULL,
	"notice_kind" text NOT NULL,
	"notice_on" date NOT NULL,
	"assessed_for" text DEFAULT '' NOT NULL,
	"purposes" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "donation_settings_kind" CHECK ("notice_kind" in ('exemption', 'statutes'))
);
--> statement-breakpoint
CREATE INDEX "donation_list" ON "donation" ("club","received_on");--> statement-breakpoint
CREATE INDEX "donation_of_receipt" ON "donation" ("receipt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "donation_receipt_number" ON "donation_receipt" ("club","year","number");--> statement-breakpoint
ALTER TABLE "donation" ADD CONSTRAINT "donation_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "donation" ADD CONSTRAINT "donation_receipt_id_donation_receipt_id_fkey" FOREIGN KEY ("receipt_id") REFERENCES "donation_receipt"("id");--> statement-breakpoint
ALTER TABLE "donation_receipt" ADD CONSTRAINT "donation_receipt_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "donation_receipt" ADD CONSTRAINT "donation_receipt_created_by_id_app_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "donation_settings" ADD CONSTRAINT "donation_settings_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
alter table donation enable row level security;
--> statement-breakpoint
alter table donation force row level security;
--> statement-breakpoint
create policy donation_scope on donation
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table donation_receipt enable row level security;
--> statement-breakpoint
alter table donation_receipt force row level security;
--> statement-breakpoint
create policy donation_receipt_scope on donation_receipt
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table donation_settings enable row level security;
--> statement-breakpoint
alter table donation_settings force row level security;
--> statement-breakpoint
create policy donation_settings_scope on donation_settings
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- A donation that is dated into a closed period neither comes nor changes; which receipt holds it may change, and the years pass.
create function donations_stay_closed() returns trigger language plpgsql as $$
declare
  closed date := books_closed_until(coalesce(new.club, old.club));
begin
  if (tg_op <> 'INSERT' and old.received_on <= closed) or (tg_op <> 'DELETE' and new.received_on <= closed) then
    raise exception 'the books are closed on %', closed using errcode = 'check_violation', constraint = 'closed_period';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger donation_closed before insert or update of cents, received_on, kind, club on donation
  for each row execute function donations_stay_closed();
