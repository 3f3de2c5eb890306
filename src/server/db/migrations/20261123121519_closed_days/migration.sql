-- Rows with a day of their own neither come, change nor go once that day lies in a closed period: one function in place of one for
-- each table, which let a row go. Books are kept ten years after the one they belong to; then the rows may go.
create function closed_days_stay() returns trigger language plpgsql as $$
declare
  closed date := books_closed_until(coalesce(new.club, old.club));
  was date := (to_jsonb(old) ->> tg_argv[0])::date;
  becomes date := (to_jsonb(new) ->> tg_argv[0])::date;
begin
  if tg_op = 'DELETE' and extract(year from was) + 10 < extract(year from portal_today()) then
    return old;
  end if;
  if was <= closed or becomes <= closed then
    raise exception 'the books are closed on %', closed using errcode = 'check_violation', constraint = 'closed_period';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
drop trigger donation_closed on donation;
--> statement-breakpoint
create trigger donation_closed before insert or delete or update of cents, received_on, kind, club on donation
  for each row execute function closed_days_stay('received_on');
--> statement-breakpoint
drop trigger ledger_entry_closed on ledger_entry;
--> statement-breakpoint
create trigger ledger_entry_closed before insert or delete or update of cents, booked_on, category, sphere, club on ledger_entry
  for each row execute function closed_days_stay('booked_on');
--> statement-breakpoint
drop function donations_stay_closed();
--> statement-breakpoint
drop function ledger_entries_stay_closed();
