-- compatible
CREATE TABLE "privacy_case" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"kind" text NOT NULL,
	"asked" text,
	"came_by" text NOT NULL,
	"known_at" timestamp with time zone NOT NULL,
	"person_id" uuid,
	"concerns" text NOT NULL,
	"text" text NOT NULL,
	"extension_reason" text,
	"extension_told_on" date,
	"state" text DEFAULT 'open' NOT NULL,
	"outcome" text,
	"outcome_on" date,
	"outcome_text" text DEFAULT '' NOT NULL,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "privacy_case_kind" CHECK ("kind" in ('request', 'breach') and ("kind" = 'request') = ("asked" is not null)),
	CONSTRAINT "privacy_case_asked" CHECK ("asked" in ('access', 'erasure', 'correction', 'restriction', 'portability', 'objection')),
	CONSTRAINT "privacy_case_came_by" CHECK ("came_by" in ('mail', 'letter', 'phone', 'inPerson', 'product')),
	CONSTRAINT "privacy_case_extension" CHECK (("extension_reason" is null) = ("extension_told_on" is null) and ("extension_reason" is null or "kind" = 'request')),
	CONSTRAINT "privacy_case_state" CHECK ("state" in ('open', 'closed') and ("state" = 'closed') = ("closed_at" is not null)
        and ("state" = 'closed') = ("outcome" is not null) and ("outcome" is null) = ("outcome_on" is null)),
	CONSTRAINT "privacy_case_outcome" CHECK ("kind" = 'breach' and "outcome" in ('reported', 'notReportable') or "kind" = 'request' and "outcome" in ('fulfilled', 'refused', 'withdrawn') or "outcome" is null)
);
--> statement-breakpoint
CREATE TABLE "privacy_case_step" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"case_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	"by_id" uuid,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "privacy_case_step_kind" CHECK ("kind" in ('opened', 'note', 'changed', 'extended', 'closed', 'reopened'))
);
--> statement-breakpoint
CREATE INDEX "privacy_case_list" ON "privacy_case" ("club","state","known_at");--> statement-breakpoint
CREATE INDEX "privacy_case_person" ON "privacy_case" ("person_id");--> statement-breakpoint
CREATE INDEX "privacy_case_step_list" ON "privacy_case_step" ("case_id","at");--> statement-breakpoint
CREATE INDEX "audit_settled" ON "audit" ("club","id") WHERE "action" in ('gdpr.exportSubject', 'gdpr.eraseSubject', 'profile.delete');--> statement-breakpoint
ALTER TABLE "privacy_case" ADD CONSTRAINT "privacy_case_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "privacy_case" ADD CONSTRAINT "privacy_case_person_id_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "privacy_case_step" ADD CONSTRAINT "privacy_case_step_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "privacy_case_step" ADD CONSTRAINT "privacy_case_step_case_id_privacy_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "privacy_case"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "privacy_case_step" ADD CONSTRAINT "privacy_case_step_by_id_app_user_id_fkey" FOREIGN KEY ("by_id") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table privacy_case enable row level security;
--> statement-breakpoint
alter table privacy_case force row level security;
--> statement-breakpoint
create policy privacy_case_scope on privacy_case
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
alter table privacy_case_step enable row level security;
--> statement-breakpoint
alter table privacy_case_step force row level security;
--> statement-breakpoint
create policy privacy_case_step_scope on privacy_case_step
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- An open case never goes: somebody waits for an answer.
create function keep_privacy_case() returns trigger language plpgsql as $$
begin
  if old.state = 'open' then
    raise exception 'An open case is never deleted.' using errcode = '42501';
  end if;
  return old;
end $$;
--> statement-breakpoint
create trigger privacy_case_kept before delete on privacy_case for each row execute function keep_privacy_case();
--> statement-breakpoint
-- What was done stays as it was written: a step loses at most the account of its author, and goes with its case alone.
create function keep_privacy_case_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from privacy_case c where c.id = old.case_id) then
      raise exception 'A step is never deleted.' using errcode = '42501';
    end if;
    return old;
  end if;
  if new.by_id is not null and new.by_id is distinct from old.by_id
      or (new.id, new.club, new.case_id, new.at, new.by_name, new.kind, new.text)
        is distinct from (old.id, old.club, old.case_id, old.at, old.by_name, old.kind, old.text) then
    raise exception 'A step is never changed.' using errcode = '42501';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger privacy_case_step_kept before update or delete on privacy_case_step for each row execute function keep_privacy_case_step();
