-- compatible: what ten years of 50 clubs were read without (npm run prove -- grown)
CREATE INDEX "attendance_enrolment" ON "attendance" ("enrolment_id");--> statement-breakpoint
CREATE INDEX "enrolment_course" ON "enrolment" ("course_id","state");--> statement-breakpoint
CREATE INDEX "course_session_facility" ON "course_session" ("facility_id","course_id");--> statement-breakpoint
CREATE INDEX "course_session_end" ON "course_session" ("ends_at");--> statement-breakpoint
CREATE INDEX "course_session_substitute" ON "course_session" ("substitute_person_id") WHERE "substitute_person_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_end" ON "booking" ("ends_at");--> statement-breakpoint
CREATE INDEX "member_payer" ON "member" ("payer_person_id") WHERE "payer_person_id" is not null;--> statement-breakpoint
CREATE INDEX "person_merged" ON "person" ("merged_into") WHERE "merged_into" is not null;--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" ("actor_id","id");--> statement-breakpoint
CREATE INDEX "outbox_mail_recipient" ON "outbox_mail" ("recipient");