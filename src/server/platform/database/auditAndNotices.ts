import { sql, type SQL } from 'drizzle-orm';
import { isCollection, type ChangeNotice, type Collection } from '#shared/kernel/collections.ts';
import type { Permission } from '#shared/kernel/permissions.ts';

/** A row of a record as stored in the audit log; the caller must omit secrets. */
export type Row = { [column: string]: unknown };

/** One entry of the audit log (specification section 3: name, time, content, club, app) with the changes. */
export type AuditEntry = {
  /** The name of the acting user. */
  name: string;
  actorId?: string | undefined;
  club: string;
  /** The German text of the action. */
  content: string;
  /** The operation, as in docs/permissions.csv. */
  action: string;
  /** The collection of section 3; `entityId` is the record in it. */
  entity: Collection;
  entityId?: string | undefined;
  before?: Row | undefined;
  after?: Row | undefined;
};

/** The actor of a write: an account, or a guest, a job or a command by its name. */
export type Actor = { name: string; userId?: string | undefined };

type ResourceOf<P extends Permission> = P extends `${infer R}.${string}` ? R : never;

/**
 * The record of an audit entry. The collection is that of the permission's resource; `entity` names it if the resource is no collection or
 * the record is in another one.
 */
export type AuditedRecord<P extends Permission> = {
  club: string;
  id?: string | undefined;
  /** The actor, if it differs from that of the write. */
  by?: Actor | undefined;
} & (ResourceOf<P> extends Collection ? { entity?: Collection } : { entity: Collection });

/** Adds an entry to the audit log. */
export type Audit = <P extends Permission>(
  action: P,
  record: AuditedRecord<P>,
  text: string,
  changes?: { before?: Row | undefined; after?: Row | undefined },
) => void;

/** Creates the audit entry for one call of `write.audit`. */
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
 * A change of a record in a collection; browsers read the collection again. `sessions` is not sent to pages: it makes the live streams of
 * one user (entityId) check again whether they may continue.
 */
export type Notice = ChangeNotice | { collection: 'sessions'; club: string; entityId: string };

const atOnce = 1000;

/** A statement that ends a write: its text and values for `pg`. */
export type LastStatement = { text: string; values: unknown[] };

/** Writes audit entries and notices before the commit of a transaction. */
export async function recordEntries(tx: Executing, audits: AuditEntry[], notices: Notice[]): Promise<void> {
  const last = await recordAllButLast(tx, audits, notices);
  const [ofAudits, ofNotices] = last?.values ?? [];
  if (last) await tx.execute(sql`select record_entries(${ofAudits}::jsonb, ${ofNotices}::jsonb)`);
}

/**
 * Like `recordEntries`, but returns the last statement, which may be sent with the commit; undefined if there is nothing to write. The
 * database function takes one lock, so the hash chain and the notice numbers are in commit order. To keep each statement short, all but the
 * last thousand entries are written here, under the same lock.
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

/** Deduplicates the notices of one write. */
function distinct(notices: Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [`${notice.collection} ${notice.club} ${notice.entityId ?? ''}`, notice])).values()];
}

/** Serialises entries and notices for the database function `record_entries`, which takes the time from its own clock. */
export function ledgerTexts(audits: AuditEntry[], notices: Notice[]): { audits: string; notices: string } {
  // The audit log is itself a collection: its readers are notified of new entries.
  const grown = [...new Set(audits.map(({ club }) => club))].map((club): Notice => ({ collection: 'audit', club }));
  return { audits: JSON.stringify(audits), notices: JSON.stringify([...distinct(notices), ...grown]) };
}
