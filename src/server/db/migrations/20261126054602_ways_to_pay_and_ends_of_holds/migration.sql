-- compatible: an older program chooses less, and broke the second rule only where a sign-off of an unconfirmed address was taken back
ALTER TABLE "enrolment_order" DROP CONSTRAINT "enrolment_order_method", ADD CONSTRAINT "enrolment_order_method" CHECK ("method" in ('sepa', 'transfer', 'cash', 'but'));
--> statement-breakpoint
select set_config('app.club', '*', true);
--> statement-breakpoint
update enrolment set hold_expires_at = registered_at + interval '30 minutes' where state = 'unverified' and hold_expires_at is null;
--> statement-breakpoint
update enrolment set hold_expires_at = null where state <> 'unverified' and hold_expires_at is not null;
--> statement-breakpoint
select set_config('app.club', '', true);
--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_hold_ends" CHECK (("state" = 'unverified') = ("hold_expires_at" is not null));
