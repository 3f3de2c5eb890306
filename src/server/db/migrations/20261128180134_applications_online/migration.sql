-- compatible: a further step of the guide; clubs that took applications online until now go on with it
ALTER TABLE "setup_postponed" DROP CONSTRAINT "setup_postponed_part", ADD CONSTRAINT "setup_postponed_part" CHECK ("part" in ('legal', 'holidays', 'departments', 'halls', 'bank', 'mail', 'people', 'members', 'applications', 'offer', 'guide'));--> statement-breakpoint
insert into config_parameter (name, value, updated_at)
  select 'members.' || name || '.applications', 'true'::jsonb, now() from club where name in ('RWA', 'SCB')
  on conflict (name) do nothing;
