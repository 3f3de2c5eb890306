-- compatible: the previous program broke it only where a sign-off of an unconfirmed address was taken back, and that place was lost
select set_config('app.club', '*', true);
--> statement-breakpoint
update enrolment set hold_expires_at = registered_at + interval '30 minutes' where state = 'unverified' and hold_expires_at is null;
--> statement-breakpoint
update enrolment set hold_expires_at = null where state <> 'unverified' and hold_expires_at is not null;
--> statement-breakpoint
select set_config('app.club', '', true);
--> statement-breakpoint
ALTER TABLE "enrolment" ADD CONSTRAINT "enrolment_hold_ends" CHECK (("state" = 'unverified') = ("hold_expires_at" is not null));