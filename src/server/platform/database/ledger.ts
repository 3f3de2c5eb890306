import { sql, type SQL } from 'drizzle-orm';
import type { ChangeNotice, Collection } from '#shared/kernel/collections.ts';
import { now } from '../process/clock.ts';

/** A row of a record as the audit log keeps it; secrets must be left out by the caller. */
export type Row = { [column: string]: unknown };

/** One line of the audit log (specification section 3: name, time, content, club, app) with what changed. */
export type AuditEntry = {
  /** The acting user's name. */
  name: string;
  actorId?: string | undefined;
  club: string;
  /** The text of the action, in German. */
  content: string;
  /** The operation, as in docs/permissions.csv. */
  action: string;
  /** The collection of section 3 and the record in it. */
  entity: Collection;
  entityId?: string | undefined;
  before?: Row | undefined;
  after?: Row | undefined;
};

/**
 * Tells that a record of a collection changed; browsers read the collection again. `sessions` goes to nobody's page:
 * it tells the live streams of one user (entityId) to look again whether they may go on.
 */
export type Notice = ChangeNotice | { collection: 'sessions'; club: string; entityId: string };

const atOnce = 1000;

/**
 * Writes audit entries and notices as the last statement before the commit.
 * The database function takes one lock, so the hash chain and the notice numbers stand in the order of the commits.
 */
export async function recordEntries(tx: { execute(query: SQL): Promise<unknown> }, audits: AuditEntry[], notices: Notice[]): Promise<void> {
  if (audits.length === 0 && notices.length === 0) return;
  // No single statement may take too long, however much one write did; the lock holds over all of them.
  const early = Math.max(0, Math.ceil(audits.length / atOnce) - 1) * atOnce;
  for (let start = 0; start < early; start += atOnce)
    await tx.execute(sql`select record_entries(${ledgerTexts(audits.slice(start, start + atOnce), []).audits}::jsonb, '[]'::jsonb)`);
  const texts = ledgerTexts(audits.slice(early), notices);
  await tx.execute(sql`select record_entries(${texts.audits}::jsonb, ${texts.notices}::jsonb)`);
}

/** What one write told several times is told once. */
function distinct(notices: Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [`${notice.collection} ${notice.club} ${notice.entityId ?? ''}`, notice])).values()];
}

/** Entries and notices as the database function `record_entries` reads them. */
export function ledgerTexts(audits: AuditEntry[], notices: Notice[]): { audits: string; notices: string } {
  const time = now().toISOString();
  // The audit log is a collection as well: who may read it hears that it grew.
  const grown = [...new Set(audits.map(({ club }) => club))].map((club): Notice => ({ collection: 'audit', club }));
  return { audits: JSON.stringify(audits.map((entry) => ({ ...entry, time }))), notices: JSON.stringify([...distinct(notices), ...grown]) };
}
