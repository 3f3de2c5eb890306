-- compatible: an index in the place of another one
DROP INDEX "audit_views";--> statement-breakpoint
CREATE INDEX "audit_entity" ON "audit" ("entity_id","id");