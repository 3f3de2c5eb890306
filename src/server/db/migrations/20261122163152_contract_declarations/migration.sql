CREATE TABLE "contract_declaration" (
	"id" uuid PRIMARY KEY,
	"club" text NOT NULL,
	"link_hashes" text[] DEFAULT '{}'::text[] NOT NULL,
	"kind" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"contract" text NOT NULL,
	"person" text DEFAULT '' NOT NULL,
	"is_extraordinary" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"wished_on" date,
	"receipt" text NOT NULL,
	"enrolment_id" uuid,
	"ends_on" date,
	"state" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "contract_declaration_kind" CHECK ("kind" in ('termination', 'withdrawal')),
	CONSTRAINT "contract_declaration_state" CHECK ("state" in ('received', 'matched', 'confirmed', 'refused', 'undone'))
);
--> statement-breakpoint
CREATE INDEX "contract_declaration_links" ON "contract_declaration" USING gin ("link_hashes");--> statement-breakpoint
CREATE INDEX "contract_declaration_inbox" ON "contract_declaration" ("club","received_at");--> statement-breakpoint
CREATE INDEX "contract_declaration_enrolment" ON "contract_declaration" ("enrolment_id");--> statement-breakpoint
ALTER TABLE "contract_declaration" ADD CONSTRAINT "contract_declaration_club_club_name_fkey" FOREIGN KEY ("club") REFERENCES "club"("name");--> statement-breakpoint
ALTER TABLE "contract_declaration" ADD CONSTRAINT "contract_declaration_enrolment_id_enrolment_id_fkey" FOREIGN KEY ("enrolment_id") REFERENCES "enrolment"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "contract_declaration" ADD CONSTRAINT "contract_declaration_decided_by_app_user_id_fkey" FOREIGN KEY ("decided_by") REFERENCES "app_user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "enrolment" DROP CONSTRAINT "enrolment_notice_kind", ADD CONSTRAINT "enrolment_notice_kind" CHECK ("notice_kind" in ('ordinary', 'extraordinary', 'by_club', 'withdrawal'));--> statement-breakpoint
-- Row security: the own club (docs/decisions/0002).
alter table contract_declaration enable row level security;
--> statement-breakpoint
alter table contract_declaration force row level security;
--> statement-breakpoint
create policy contract_declaration_scope on contract_declaration
  using (current_setting('app.club', true) in (club, '*'))
  with check (current_setting('app.club', true) in (club, '*'));
--> statement-breakpoint
-- What was declared stays as it came; only what became of it is written.
create function keep_declaration() returns trigger language plpgsql as $$
begin
  if (new.id, new.club, new.kind, new.received_at, new.name, new.email, new.contract, new.person, new.is_extraordinary, new.reason,
      new.wished_on, new.receipt)
    is distinct from (old.id, old.club, old.kind, old.received_at, old.name, old.email, old.contract, old.person, old.is_extraordinary,
      old.reason, old.wished_on, old.receipt) then
    raise exception 'A declaration is never changed.' using errcode = '42501';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger contract_declaration_kept before update on contract_declaration for each row execute function keep_declaration();
--> statement-breakpoint
-- Whose declaration a link opens: the only way past the scope for somebody without an account.
create function declaration_of_link(hash text) returns table (id uuid, club text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.club', true);
begin
  perform set_config('app.club', '*', true);
  return query
  select d.id, d.club from contract_declaration d where d.link_hashes @> array[hash];
  perform set_config('app.club', coalesce(scope, ''), true);
end $$;
