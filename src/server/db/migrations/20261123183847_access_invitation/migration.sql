-- compatible
CREATE TABLE "access_invitation" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"person_id" uuid NOT NULL,
	"email" text NOT NULL,
	"relation" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"is_by_board" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	CONSTRAINT "access_invitation_relation" CHECK ("relation" in ('guardian', 'self')),
	CONSTRAINT "access_invitation_email" CHECK ("email" = lower("email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "access_invitation_token" ON "access_invitation" ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "access_invitation_open" ON "access_invitation" ("person_id","email") WHERE "accepted_at" is null;--> statement-breakpoint
CREATE INDEX "access_invitation_person" ON "access_invitation" ("person_id");--> statement-breakpoint
CREATE INDEX "access_invitation_invited_by" ON "access_invitation" ("invited_by");--> statement-breakpoint
CREATE INDEX "access_invitation_accepted_by" ON "access_invitation" ("accepted_by");--> statement-breakpoint
CREATE INDEX "access_invitation_due" ON "access_invitation" ("expires_at");--> statement-breakpoint
ALTER TABLE "access_invitation" ADD CONSTRAINT "access_invitation_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "access_invitation" ADD CONSTRAINT "access_invitation_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "access_invitation" ADD CONSTRAINT "access_invitation_invited_by_app_user_id_fkey" FOREIGN KEY ("invited_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "access_invitation" ADD CONSTRAINT "access_invitation_accepted_by_app_user_id_fkey" FOREIGN KEY ("accepted_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "person_access" DROP CONSTRAINT "person_access_basis", ADD CONSTRAINT "person_access_basis" CHECK ("basis" in ('own', 'application', 'board', 'merge', 'invitation'));
--> statement-breakpoint
-- Seen by the club, by who may act for the person, and by whoever holds the secret of its link, who is let past this.
alter table access_invitation enable row level security;
--> statement-breakpoint
alter table access_invitation force row level security;
--> statement-breakpoint
create policy access_invitation_scope on access_invitation
  using (current_setting('app.club', true) in (club, '*')
    or exists (select 1 from person_access a
      where a.person_id = access_invitation.person_id and a.user_id::text = current_setting('app.user', true)))
  with check (current_setting('app.club', true) in (club, '*'));
