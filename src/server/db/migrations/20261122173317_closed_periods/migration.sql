CREATE TABLE "closed_period" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"until_day" date NOT NULL,
	"hash" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" text NOT NULL,
	"closed_by_id" uuid,
	"reopened_at" timestamp with time zone,
	"reopened_by" text DEFAULT '' NOT NULL,
	"reopened_by_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "closed_period_reopened" CHECK ("reopened_at" is null or "reason" <> '')
);
--> statement-breakpoint
CREATE UNIQUE INDEX "closed_period_once" ON "closed_period" ("club","until_day") WHERE "reopened_at" is null;--> statement-breakpoint
CREATE INDEX "closed_period_list" ON "closed_period" ("club","closed_at");--> statement-breakpoint
ALTER TABLE "closed_period" ADD CONSTRAINT "closed_period_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "closed_period" ADD CONSTRAINT "closed_period_closed_by_id_app_user_id_fkey" FOREIGN KEY ("closed_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "closed_period" ADD CONSTRAINT "closed_period_reopened_by_id_app_user_id_fkey" FOREIGN KEY ("reopened_by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;
--> statement-breakpoint
alter table closed_period enable row level security;
--> statement-breakpoint
alter table closed_period force row level security;
--> statement-breakpoint
create policy closed_period_scope on closed_period
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- The day until which the books of a club are closed.
create function books_closed_until(of_club text) returns date language sql stable as
  $$ select max(until_day) from closed_period where club = of_club and reopened_at is null $$;
--> statement-breakpoint
-- What is dated into a closed period is neither added nor cancelled; what is owed from it can be paid, dunned and waived.
create function books_stay_closed() returns trigger language plpgsql as $$
declare
  day date;
begin
  if tg_table_name = 'payment' then day := new.booked_on;
  elsif tg_op = 'INSERT' then day := (new.created_at at time zone 'Europe/Berlin')::date;
  else day := (old.created_at at time zone 'Europe/Berlin')::date;
  end if;
  if day <= books_closed_until(new.club) then
    raise exception 'the books are closed on %', day using errcode = 'check_violation', constraint = 'closed_period';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger payment_closed before insert on payment for each row execute function books_stay_closed();
--> statement-breakpoint
create trigger charge_closed before insert on charge for each row execute function books_stay_closed();
--> statement-breakpoint
create trigger charge_stays_closed before update of state, cents, created_at on charge for each row
  when ((old.state <> 'cancelled' and new.state = 'cancelled') or old.cents <> new.cents or old.created_at <> new.created_at)
  execute function books_stay_closed();
