import { asc, gt, sql } from 'drizzle-orm';
import { audit, auditHead } from '#server/platform/database/auditTables.ts';
import type { Database } from '#server/platform/database/database.ts';

/** An audit entry that was altered, or a gap where one is missing. */
export type AuditFault = { club: string; id: number; fault: string };

/** The position of the verification: the last entry checked, with its hash in hexadecimal. */
export type ChainPlace = { club: string; id: number; hash: string };

/** The result of one batch and the start of the next; `next` is undefined at the end of all chains. */
export type Verdict = { entries: number; faults: AuditFault[]; next: ChainPlace | undefined };

/** The number of entries of one batch: about half a second of work, well below the statement timeout. */
const stretch = 10_000;
const mostFaults = 100;

/** Verifies one batch of the hash chains, club by club; without faults, none of its entries was changed, deleted or inserted. */
export async function verifyStretch({ orm }: Pick<Database, 'orm'>, from?: ChainPlace, length = stretch): Promise<Verdict> {
  const faults = from ? [] : await withoutChain({ orm });
  let entries = 0;
  let place = from;
  for (let club = from?.club ?? (await nextClub({ orm }, '')); club !== undefined; club = await nextClub({ orm }, club)) {
    const found = await walk({ orm }, club, place, length - entries);
    entries += found.entries;
    faults.push(...found.faults);
    if (entries === length && found.last) return { entries, faults, next: found.last };
    place = undefined;
  }
  return { entries, faults, next: undefined };
}

/** Verifies all chains completely, without a time limit. */
export async function verifyAudit(database: Pick<Database, 'orm'>): Promise<Omit<Verdict, 'next'>> {
  const all = { entries: 0, faults: new Array<AuditFault>() };
  for (let from: ChainPlace | undefined; ;) {
    const { entries, faults, next } = await verifyStretch(database, from);
    all.entries += entries;
    all.faults.push(...faults);
    if (!next || all.faults.length >= mostFaults) return all;
    from = next;
  }
}

async function nextClub({ orm }: Pick<Database, 'orm'>, after: string): Promise<string | undefined> {
  const [row] = await orm
    .select({ club: auditHead.club })
    .from(auditHead)
    .where(gt(auditHead.club, after))
    .orderBy(asc(auditHead.club))
    .limit(1);
  return row?.club;
}

/** Finds the distinct clubs by skipping over the index; the log is too large to be read for the few names in it. */
async function withoutChain({ orm }: Pick<Database, 'orm'>): Promise<AuditFault[]> {
  const { rows } = await orm.execute<{ club: string; id: string }>(sql`
    with recursive clubs as (
      select min(club) as club from ${audit}
      union all
      select (select min(a.club) from ${audit} a where a.club > clubs.club) from clubs where clubs.club is not null)
    select a.club, a.id from ${audit} a
    where a.club in (select club from clubs except select club from ${auditHead}) order by a.id limit ${mostFaults}`);
  return rows.map(({ club, id }) => ({ club, id: Number(id), fault: 'ohne Kette' }));
}

type Walked = { entries: number; faults: AuditFault[]; last: ChainPlace | undefined };

/**
 * The entries of a club after a position, and the end of its chain, read in one statement. The first entry continues from the position or,
 * if the retention rule has since deleted it, from the anchor.
 */
async function walk({ orm }: Pick<Database, 'orm'>, club: string, from: ChainPlace | undefined, length: number): Promise<Walked> {
  const { rows } = await orm.execute<Row>(sql`
    with part as materialized (
      select a as entry, a.id, a.hash, a.previous_hash from ${audit} a
      where a.club = ${club} and a.id > ${from?.id ?? 0} order by a.id limit ${length}),
    linked as (select *, lag(hash) over (order by id) as before from part),
    checked as (
      select l.id, l.hash, l.hash <> audit_hash(l.previous_hash, l.entry) as is_changed,
        case when l.before is null then encode(l.previous_hash, 'hex') not in (${from?.hash ?? ''}, encode(h.anchor_hash, 'hex'))
          else l.previous_hash <> l.before end as is_torn
      from linked l, ${auditHead} h where h.club = ${club})
    select (select count(*)::int from checked) as entries, (select max(id)::text from checked) as last,
      (select encode(hash, 'hex') from checked order by id desc limit 1) as hash,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'isTorn', is_torn, 'isChanged', is_changed) order by id) from (
        select * from checked where is_torn or is_changed order by id limit ${mostFaults}) bad), '[]') as bad,
      h.last_id::text as "endId", encode(h.last_hash, 'hex') as "endHash", encode(h.anchor_hash, 'hex') as anchor
    from ${auditHead} h where h.club = ${club}`);
  const [row] = rows;
  if (!row) return { entries: 0, faults: [], last: undefined };
  const faults = row.bad.flatMap(({ id, isTorn, isChanged }) => [
    ...(isTorn ? [{ club, id, fault: 'Vorgänger fehlt oder wurde geändert' }] : []),
    ...(isChanged ? [{ club, id, fault: 'Vorgang wurde geändert' }] : []),
  ]);
  const reached = row.hash ?? (from?.hash || row.anchor);
  const isAtEnd = row.entries < length;
  if (isAtEnd && reached !== row.endHash) faults.push({ club, id: Number(row.endId), fault: 'Ende der Kette fehlt' });
  return { entries: row.entries, faults, last: row.hash === null ? undefined : { club, id: Number(row.last), hash: row.hash } };
}

type Row = {
  entries: number;
  last: string | null;
  hash: string | null;
  bad: { id: number; isTorn: boolean; isChanged: boolean }[];
  endId: string;
  endHash: string;
  anchor: string;
};
