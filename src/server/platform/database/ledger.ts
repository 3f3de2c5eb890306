import { sql, type SQL } from 'drizzle-orm';
import { isCollection, type ChangeNotice, type Collection } from '#shared/kernel/collections.ts';
import type { Permission } from '#shared/kernel/permissions.ts';

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

/** The actor of a write: an account, or a guest, a job or a command under its name. */
export type Actor = { name: string; userId?: string | undefined };

type ResourceOf<P extends Permission> = P extends `${infer R}.${string}` ? R : never;

/**
 * The record that an audit entry is about. The collection is that of the permission's resource; where the resource is
 * no collection, or the record is in another one, `entity` names it.
 */
export type AuditedRecord<P extends Permission> = {
  club: string;
  id?: string | undefined;
  /** The actor, where it is not the one of the write. */
  by?: Actor | undefined;
} & (ResourceOf<P> extends Collection ? { entity?: Collection } : { entity: Collection });

/** Adds an entry to the audit log. */
export type Audit = <P extends Permission>(
  action: P,
  record: AuditedRecord<P>,
  text: string,
  changes?: { before?: Row | undefined; after?: Row | undefined },
) => void;

/** The line of the audit log for one call of `write.audit`. */
export function auditEntry<P extends Permission>(
  actor: Actor | undefined,
  action: P,
  { club, id, entity, by = actor }: AuditedRecord<P>,
  text: string,
  { before, after }: { before?: Row | undefined; after?: Row | undefined } = {},
): AuditEntry {
  const [resource = ''] = action.split('.');
  const collection = entity ?? (isCollection(resource) ? resource : undefined);
  if (!by || !collection) throw new Error(`The audit entry of ${action} names no actor or no collection.`);
  return { name: by.name, actorId: by.userId, club, content: text, action, entity: collection, entityId: id, before, after };
}

/**
 * Notifies of a changed record of a collection; browsers read the collection again. `sessions` goes to nobody's page:
 * it tells the live streams of one user (entityId) to look again whether they may go on.
 */
export type Notice = ChangeNotice | { collection: 'sessions'; club: string; entityId: string };

const atOnce = 1000;

/** A statement that ends a write: its text and values as `pg` takes them. */
export type LastStatement = { text: string; values: unknown[] };

/** Writes audit entries and notices before the commit of a transaction. */
export async function recordEntries(tx: Executing, audits: AuditEntry[], notices: Notice[]): Promise<void> {
  const last = await recordAllButLast(tx, audits, notices);
  const [ofAudits, ofNotices] = last?.values ?? [];
  if (last) await tx.execute(sql`select record_entries(${ofAudits}::jsonb, ${ofNotices}::jsonb)`);
}

/**
 * The same, but for the last statement, which may travel with the commit; undefined where there is nothing to write. The
 * database function takes one lock, so the hash chain and the notice numbers stand in the order of the commits. No single
 * statement may take too long, however much one write did: all but the last thousand entries are written here, under it.
 */
export async function recordAllButLast(tx: Executing, audits: AuditEntry[], notices: Notice[]): Promise<LastStatement | undefined> {
  if (audits.length === 0 && notices.length === 0) return undefined;
  const early = Math.max(0, Math.ceil(audits.length / atOnce) - 1) * atOnce;
  for (let start = 0; start < early; start += atOnce)
    await tx.execute(sql`select record_entries(${ledgerTexts(audits.slice(start, start + atOnce), []).audits}::jsonb, '[]'::jsonb)`);
  const texts = ledgerTexts(audits.slice(early), notices);
  return { text: 'select record_entries($1::jsonb, $2::jsonb)', values: [texts.audits, texts.notices] };
}

type Executing = { execute(query: SQL): Promise<unknown> };

/** Equal notices of one write are sent once. */
function distinct(notices: Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [`${notice.collection} ${notice.club} ${notice.entityId ?? ''}`, notice])).values()];
}

/** Entries and notices as the database function `record_entries` reads them; it takes the time from its own clock. */
export function ledgerTexts(audits: AuditEntry[], notices: Notice[]): { audits: string; notices: string } {
  // The audit log is a collection as well: its readers are notified of new entries.
  const grown = [...new Set(audits.map(({ club }) => club))].map((club): Notice => ({ collection: 'audit', club }));
  return { audits: JSON.stringify(audits), notices: JSON.stringify([...distinct(notices), ...grown]) };
}
