ALTER TABLE "sepa_run_item" ADD COLUMN "returned_on" date;--> statement-breakpoint
ALTER TABLE "charge" DROP CONSTRAINT "charge_source", ADD CONSTRAINT "charge_source" CHECK ("source" in ('course', 'event', 'membership', 'adjustment', 'helper_hours', 'cancel_fee', 'return_fee', 'dunning_fee', 'other', 'refund'));--> statement-breakpoint
-- What came back before stood on as a debit: nobody collects it again unasked.
do $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  update charge set method = 'transfer' where state = 'returned' and method = 'sepa';
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
