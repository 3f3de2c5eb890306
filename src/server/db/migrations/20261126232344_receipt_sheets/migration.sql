-- compatible: an older program makes receipts without a sheet, which get theirs when somebody asks for it
ALTER TABLE "donation_receipt" ADD COLUMN "file" text;--> statement-breakpoint
ALTER TABLE "donation_receipt" ADD COLUMN "sha256" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "donation_receipt" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "donation_settings" ADD COLUMN "announced_on" date;--> statement-breakpoint
-- What stands on a receipt never changes; whether it counts, and when it was sent, may.
create function receipts_are_kept() returns trigger language plpgsql as $$
begin
  if (old.file is not null and (new.file, new.sha256) is distinct from (old.file, old.sha256))
    or (new.club, new.year, new.number, new.issued_on, new.cents) is distinct from (old.club, old.year, old.number, old.issued_on, old.cents) then
    raise exception 'a receipt is kept as it was issued' using errcode = 'check_violation', constraint = 'receipt_kept';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger donation_receipt_kept before update on donation_receipt for each row execute function receipts_are_kept();
