-- compatible
DROP INDEX "audit_views";--> statement-breakpoint
CREATE INDEX "audit_views" ON "audit" ("entity_id") WHERE "action" in ('healthNotes.read', 'mandates.reveal', 'gdpr.exportSubject', 'storagePrivate.read');--> statement-breakpoint
CREATE INDEX "audit_listed" ON "audit" USING gin (("after" -> 'listed')) WHERE "after" ? 'listed';