import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { collections, type Collection } from '#shared/kernel/collections.ts';
import { may, targetsOf } from '#shared/kernel/rights.ts';

/** The listener of a stream; visitors get the notices of the public collections of the host's club. */
export type Listener = {
  role: Role | undefined;
  club: ClubName;
  userId?: string;
  sessionId?: string;
  /** Its network, as counted by the limits. */ network: string;
};

/** A change as stored in the table `notice`. */
export type NoticeRow = { id: string; collection: string; club: string; entity_id: string | null };

/** Whether a listener may know that a record changed: by the same permission as for reading it. */
export function hears({ role, club }: Listener, notice: NoticeRow): boolean {
  if (!isCollection(notice.collection)) return false;
  const permission = collections[notice.collection];
  const target = targetsOf(permission).includes('global') ? 'global' : notice.club === club ? 'club' : 'other';
  return may({ role }, permission, target) !== undefined;
}

function isCollection(name: string): name is Collection {
  return Object.hasOwn(collections, name);
}

/** A notice as an event of the stream. */
export function noticeText({ id, collection, club, entity_id }: NoticeRow): string {
  return eventText(Number(id), 'notice', { collection, club, entityId: entity_id ?? undefined });
}

/** If more records changed than this, pages are only told that any may have changed. */
const namedAtMost = 20;

/**
 * The events for rows of one collection and club, each record once. `spreadMs` is the time within which the pages of many listeners should
 * reread, each after a random delay. Only the last event has the id, since it states that all before it were sent.
 */
export function noticeTexts(rows: readonly NoticeRow[], id: number, spreadMs: number): string {
  const byRecord = [...new Map(rows.map((row) => [row.entity_id, row])).values()];
  const last = rows.slice(-1).map((row) => ({ ...row, entity_id: null }));
  const told = byRecord.length > namedAtMost || byRecord.some((row) => row.entity_id === null) ? last : byRecord;
  return told
    .map(({ collection, club, entity_id }, at) => {
      const data = { collection, club, entityId: entity_id ?? undefined, spreadMs: spreadMs || undefined };
      return eventText(at === told.length - 1 ? id : undefined, 'notice', data);
    })
    .join('');
}

/** A server-sent event; its id is that of the last notice that it covers. */
export function eventText(id: number | undefined, event: string, data: object): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
