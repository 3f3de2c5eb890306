-- compatible: an older program deletes at once, lets go of the bytes of files that lie here, and shows no pins
CREATE TABLE "pinned_view" (
	"user_id" uuid,
	"view_id" uuid,
	"pinned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pinned_view_pkey" PRIMARY KEY("user_id","view_id")
);
--> statement-breakpoint
CREATE TABLE "deleted_record" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"permission" text NOT NULL,
	"owner_id" uuid,
	"parts" jsonb NOT NULL,
	"segments" jsonb DEFAULT '[]' NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"deleted_by_id" uuid,
	"deleted_by" text NOT NULL,
	CONSTRAINT "deleted_record_kind" CHECK ("kind" in ('courses', 'events', 'news', 'pages', 'files', 'mails', 'mailTemplates', 'helperLists', 'views'))
);
--> statement-breakpoint
CREATE INDEX "pinned_view_view" ON "pinned_view" ("view_id");--> statement-breakpoint
CREATE INDEX "deleted_record_newest" ON "deleted_record" ("club","deleted_at","id");--> statement-breakpoint
CREATE INDEX "deleted_record_owner" ON "deleted_record" ("owner_id");--> statement-breakpoint
ALTER TABLE "pinned_view" ADD CONSTRAINT "pinned_view_user_id_app_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "pinned_view" ADD CONSTRAINT "pinned_view_view_id_saved_view_id_fkey" FOREIGN KEY ("view_id") REFERENCES "saved_view"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "deleted_record" ADD CONSTRAINT "deleted_record_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "deleted_record" ADD CONSTRAINT "deleted_record_owner_id_app_user_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "app_user"("id") ON DELETE CASCADE;--> statement-breakpoint

-- Row security: the own club (docs/decisions/0002).
alter table deleted_record enable row level security;
--> statement-breakpoint
alter table deleted_record force row level security;
--> statement-breakpoint
create policy deleted_record_scope on deleted_record
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- What is gone for good lets go of the bytes of its files.
create function deleted_record_lets_go() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform note_garbage(old.segments);
  return null;
end $$;
--> statement-breakpoint
create trigger deleted_record_lets_go after delete on deleted_record for each row execute function deleted_record_lets_go();
