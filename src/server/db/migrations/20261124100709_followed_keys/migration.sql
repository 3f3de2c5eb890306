-- compatible: the keys that PostgreSQL follows when a row goes have an index, and words of closed lists are held where a wrong one breaks a page
CREATE INDEX "second_factor_reset_asked_by" ON "second_factor" ("reset_asked_by") WHERE "reset_asked_by" is not null;--> statement-breakpoint
CREATE INDEX "department_contact_user" ON "department" ("contact_user_id") WHERE "contact_user_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_message_created_by" ON "mail_message" ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "news_department" ON "news" ("department_id") WHERE "department_id" is not null;--> statement-breakpoint
CREATE INDEX "age_check_decided_by" ON "age_check" ("decided_by") WHERE "decided_by" is not null;--> statement-breakpoint
CREATE INDEX "absence_by_user" ON "absence" ("by_user") WHERE "by_user" is not null;--> statement-breakpoint
CREATE INDEX "session_reply_by_user" ON "session_reply" ("by_user") WHERE "by_user" is not null;--> statement-breakpoint
CREATE INDEX "contract_declaration_decided_by" ON "contract_declaration" ("decided_by") WHERE "decided_by" is not null;--> statement-breakpoint
CREATE INDEX "attendance_marked_by" ON "attendance" ("marked_by") WHERE "marked_by" is not null;--> statement-breakpoint
CREATE INDEX "enrolment_registered_by" ON "enrolment" ("registered_by") WHERE "registered_by" is not null;--> statement-breakpoint
CREATE INDEX "enrolment_log_by" ON "enrolment_log" ("by_user") WHERE "by_user" is not null;--> statement-breakpoint
CREATE INDEX "enrolment_order_placed_by" ON "enrolment_order" ("placed_by") WHERE "placed_by" is not null;--> statement-breakpoint
CREATE INDEX "course_created_by" ON "course" ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "course_department" ON "course" ("department_id") WHERE "department_id" is not null;--> statement-breakpoint
CREATE INDEX "course_log_by" ON "course_log" ("by_user") WHERE "by_user" is not null;--> statement-breakpoint
CREATE INDEX "course_session_slot" ON "course_session" ("slot_id") WHERE "slot_id" is not null;--> statement-breakpoint
CREATE INDEX "course_slot_facility" ON "course_slot" ("facility_id") WHERE "facility_id" is not null;--> statement-breakpoint
CREATE INDEX "course_slot_series" ON "course_slot" ("series_id") WHERE "series_id" is not null;--> statement-breakpoint
CREATE INDEX "enrolment_pause_by_user" ON "enrolment_pause" ("by_user") WHERE "by_user" is not null;--> statement-breakpoint
CREATE INDEX "course_price_change_announced_by" ON "course_price_change" ("announced_by") WHERE "announced_by" is not null;--> statement-breakpoint
CREATE INDEX "course_price_change_withdrawn_by" ON "course_price_change" ("withdrawn_by") WHERE "withdrawn_by" is not null;--> statement-breakpoint
CREATE INDEX "course_price_change_course" ON "course_price_change" ("course_id");--> statement-breakpoint
CREATE INDEX "trial_visit_booked_by" ON "trial_visit" ("booked_by") WHERE "booked_by" is not null;--> statement-breakpoint
CREATE INDEX "trial_visit_session" ON "trial_visit" ("session_id") WHERE "session_id" is not null;--> statement-breakpoint
CREATE INDEX "offer_watch_user" ON "offer_watch" ("user_id") WHERE "user_id" is not null;--> statement-breakpoint
CREATE INDEX "offer_watch_course" ON "offer_watch" ("course_id") WHERE "course_id" is not null;--> statement-breakpoint
CREATE INDEX "event_facility" ON "event" ("facility_id") WHERE "facility_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_series_key" ON "booking" ("series_id") WHERE "series_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_series_organisation" ON "booking_series" ("organisation_id") WHERE "organisation_id" is not null;--> statement-breakpoint
CREATE INDEX "occupancy_unit" ON "occupancy" ("unit_id");--> statement-breakpoint
CREATE INDEX "defect_unit" ON "defect" ("unit_id") WHERE "unit_id" is not null;--> statement-breakpoint
CREATE INDEX "organisation_contact_organisation" ON "organisation_contact" ("organisation_id");--> statement-breakpoint
CREATE INDEX "objection_organisation" ON "objection" ("organisation_id");--> statement-breakpoint
CREATE INDEX "objection_wish" ON "objection" ("wish_id") WHERE "wish_id" is not null;--> statement-breakpoint
CREATE INDEX "season_facility_facility" ON "season_facility" ("facility_id");--> statement-breakpoint
CREATE INDEX "season_grant_facility" ON "season_grant" ("facility_id");--> statement-breakpoint
CREATE INDEX "season_grant_wish" ON "season_grant" ("wish_id");--> statement-breakpoint
CREATE INDEX "season_grant_unit_unit" ON "season_grant_unit" ("unit_id");--> statement-breakpoint
CREATE INDEX "season_refusal_wish" ON "season_refusal" ("wish_id");--> statement-breakpoint
CREATE INDEX "wish_organisation" ON "wish" ("organisation_id");--> statement-breakpoint
CREATE INDEX "wish_option_facility" ON "wish_option" ("facility_id") WHERE "facility_id" is not null;--> statement-breakpoint
CREATE INDEX "helper_list_event" ON "helper_list" ("event_id") WHERE "event_id" is not null;--> statement-breakpoint
CREATE INDEX "item_pledge_created_by" ON "item_pledge" ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "closed_period_closed_by" ON "closed_period" ("closed_by_id") WHERE "closed_by_id" is not null;--> statement-breakpoint
CREATE INDEX "closed_period_reopened_by" ON "closed_period" ("reopened_by_id") WHERE "reopened_by_id" is not null;--> statement-breakpoint
CREATE INDEX "sepa_run_created_by" ON "sepa_run" ("created_by_id") WHERE "created_by_id" is not null;--> statement-breakpoint
CREATE INDEX "sepa_run_item_mandate" ON "sepa_run_item" ("mandate_id");--> statement-breakpoint
CREATE INDEX "donation_receipt_created_by" ON "donation_receipt" ("created_by_id") WHERE "created_by_id" is not null;--> statement-breakpoint
CREATE INDEX "dunning_run_created_by" ON "dunning_run" ("created_by_id") WHERE "created_by_id" is not null;--> statement-breakpoint
CREATE INDEX "fee_run_created_by" ON "fee_run" ("created_by_id") WHERE "created_by_id" is not null;--> statement-breakpoint
CREATE INDEX "hour_sheet_approved_by" ON "hour_sheet" ("approved_by") WHERE "approved_by" is not null;--> statement-breakpoint
CREATE INDEX "hour_sheet_department" ON "hour_sheet" ("department_id") WHERE "department_id" is not null;--> statement-breakpoint
CREATE INDEX "trainer_rate_department" ON "trainer_rate" ("department_id") WHERE "department_id" is not null;--> statement-breakpoint
CREATE INDEX "trainer_rate_person" ON "trainer_rate" ("person_id") WHERE "person_id" is not null;--> statement-breakpoint
CREATE INDEX "levy_created_by" ON "levy" ("created_by_id") WHERE "created_by_id" is not null;--> statement-breakpoint
CREATE INDEX "sepa_mandate_created_by" ON "sepa_mandate" ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "payout_run_created_by" ON "payout_run" ("created_by_id") WHERE "created_by_id" is not null;--> statement-breakpoint
CREATE INDEX "privacy_case_step_by" ON "privacy_case_step" ("by_id") WHERE "by_id" is not null;--> statement-breakpoint
CREATE INDEX "hall_rate_facility" ON "hall_rate" ("facility_id") WHERE "facility_id" is not null;--> statement-breakpoint
CREATE INDEX "member_import_created_by" ON "member_import" ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "distinct_people_second" ON "distinct_people" ("second_id");--> statement-breakpoint
CREATE INDEX "access_link_user" ON "access_link" ("user_id");--> statement-breakpoint
CREATE INDEX "consent_granted_by" ON "consent" ("granted_by_user") WHERE "granted_by_user" is not null;--> statement-breakpoint
CREATE INDEX "person_access_ended_by" ON "person_access" ("ended_by") WHERE "ended_by" is not null;--> statement-breakpoint
CREATE INDEX "person_access_verified_by" ON "person_access" ("verified_by") WHERE "verified_by" is not null;--> statement-breakpoint
CREATE INDEX "change_request_created_by" ON "change_request" ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "change_request_person" ON "change_request" ("person_id");--> statement-breakpoint
CREATE INDEX "membership_application_decided_by" ON "membership_application" ("decided_by") WHERE "decided_by" is not null;--> statement-breakpoint
CREATE INDEX "membership_application_created_by" ON "membership_application" ("created_by") WHERE "created_by" is not null;--> statement-breakpoint
CREATE INDEX "membership_application_member" ON "membership_application" ("member_id") WHERE "member_id" is not null;--> statement-breakpoint
CREATE INDEX "clearance_seen_by" ON "clearance" ("seen_by") WHERE "seen_by" is not null;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_age_reference" CHECK ("age_reference" in ('course_start', 'session', 'birth_year'));--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_gender" CHECK ("gender" in ('any', 'w', 'm'));--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_registration" CHECK ("registration" in ('none', 'open', 'approval', 'external'));--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_late_join" CHECK ("late_join" in ('no', 'full', 'prorata'));--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_holiday_mode" CHECK ("holiday_mode" in ('skip_both', 'skip_public', 'skip_school', 'keep'));--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_tax_sphere" CHECK ("tax_sphere" in ('ideal', 'purpose', 'asset', 'business'));--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_visibility" CHECK ("visibility" in ('public', 'members', 'internal'));--> statement-breakpoint
ALTER TABLE "course_price" ADD CONSTRAINT "course_price_category" CHECK ("category" in ('member', 'partner_member', 'non_member', 'child', 'reduced', 'family', 'trial'));--> statement-breakpoint
ALTER TABLE "course_price" ADD CONSTRAINT "course_price_per" CHECK ("per" in ('course', 'session', 'month', 'quarter', 'year'));--> statement-breakpoint
ALTER TABLE "course_trainer" ADD CONSTRAINT "course_trainer_role" CHECK ("role" in ('lead', 'assistant', 'helper'));--> statement-breakpoint
ALTER TABLE "facility" ADD CONSTRAINT "facility_kind" CHECK ("kind" in ('hall', 'room', 'pitch', 'court', 'pool', 'clubhouse', 'other'));--> statement-breakpoint
ALTER TABLE "facility" ADD CONSTRAINT "facility_public_detail" CHECK ("public_detail" in ('busy', 'club', 'title'));