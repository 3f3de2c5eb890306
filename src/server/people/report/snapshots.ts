import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, max, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { defaultClubs } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { namedFormats, reportAdapterNames, type ReportFormat } from '#shared/people/report/reportAdapters.ts';
import type { handingIn, ReportSnapshot } from '#shared/people/report/reportSnapshots.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { blockingOf, readCauses } from './causes.ts';
import { countingOf } from './cockpit.ts';
import { membersOn } from './members.ts';
import { readNames } from './names.ts';
import { readProfile } from './profile.ts';
import { hashOf, reportedOf, totalsOf, unreportable, type ReportHead } from './reported.ts';
import { writeReport } from './snapshotFiles.ts';
import { reportSnapshot } from './table.ts';

type SnapshotRow = typeof reportSnapshot.$inferSelect;

/** The frozen reports of a club, latest first. */
export async function readSnapshots(tx: Transaction, club: ClubName): Promise<ReportSnapshot[]> {
  const rows = await tx
    .select()
    .from(reportSnapshot)
    .where(eq(reportSnapshot.club, club))
    .orderBy(desc(reportSnapshot.keyDate), desc(reportSnapshot.number))
    .limit(60);
  const names = await readNames(
    tx,
    rows.flatMap(({ leftOut }) => leftOut.flatMap(({ memberId }) => memberId ?? [])),
  );
  return rows.map((row) => toView(row, names));
}

/** Freezes the members of a key date for reporting. Throws 409 with the reasons against it. */
export async function freezeReport(
  context: Context,
  write: Write,
  { club, keyDate, leavesOut }: { club: ClubName; keyDate: string; leavesOut: boolean },
): Promise<ReportSnapshot> {
  const { tx } = write;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`report ${club} ${keyDate}`}, 0))`);
  const members = await membersOn(tx, club, keyDate);
  const profile = await readProfile(tx, club);
  const blocking = blockingOf(await readCauses(tx, club, { members, keyDate, profile }), profile, leavesOut);
  if (members.length === 0) blocking.push('An diesem Tag hat der Verein keine Mitglieder.');
  if (blocking.length > 0) throw new Problem('not-ready', { fields: blocking.map((message) => ({ path: 'keyDate', message })) });
  const { clubNumber, softwareKey, contactPerson } = profile;
  const head: ReportHead = { clubName: defaultClubs[club].displayName, clubNumber, softwareKey, contactPerson };
  const rows = reportedOf(members, keyDate);
  const [last] = await tx
    .select({ number: max(reportSnapshot.number) })
    .from(reportSnapshot)
    .where(and(eq(reportSnapshot.club, club), eq(reportSnapshot.keyDate, keyDate)));
  // An older snapshot that was never submitted is discarded.
  await tx
    .update(reportSnapshot)
    .set({ state: 'replaced', version: sql`${reportSnapshot.version} + 1` })
    .where(and(eq(reportSnapshot.club, club), eq(reportSnapshot.keyDate, keyDate), eq(reportSnapshot.state, 'frozen')));
  const [row] = await tx
    .insert(reportSnapshot)
    .values({
      id: randomUUID(),
      club,
      keyDate,
      number: (last?.number ?? 0) + 1,
      adapter: profile.adapter,
      head,
      totals: totalsOf(members, keyDate, await countingOf(tx, club)),
      rows,
      leftOut: members.flatMap((one) => {
        const cause = unreportable(one, keyDate);
        return cause ? [{ memberId: one.memberId, cause }] : [];
      }),
      hash: hashOf(keyDate, head, rows),
      madeBy: signedIn(context).name,
      madeAt: now(),
    })
    .returning();
  return finish(write, row, 'Bestandserhebung eingefroren');
}

/** A file of a frozen report; its hash is stored with the snapshot. */
export async function snapshotFile(context: Context, write: Write, id: string, format: ReportFormat): Promise<File> {
  const row = await lockSnapshot(context, write.tx, id);
  const names = await readNames(
    write.tx,
    row.rows.flatMap(({ memberId }) => memberId ?? []),
  );
  if (format === 'ja' && row.head.clubNumber === '') throw fieldProblem('format', 'Für ja.dat fehlt die Vereinsnummer.');
  const file = writeReport(format, { ...row, names });
  const sha256 = createHash('sha256')
    .update(await file.bytes())
    .digest('hex');
  if (!row.files.some((known) => known.format === format && known.sha256 === sha256))
    await write.tx
      .update(reportSnapshot)
      .set({ files: [...row.files, { name: file.name, sha256, format }].slice(-40) })
      .where(eq(reportSnapshot.id, id));
  const content = `Bestandserhebung zum ${germanDate(row.keyDate)} (${row.number}) als ${file.name} gespeichert`;
  const listed = namedFormats.includes(format) ? [...names.keys()] : undefined;
  write.audit('memberStatistic.freeze', { club: row.club, id, entity: 'members' }, content, { ...(listed && { after: { listed } }) });
  return file;
}

/** Records the submission of a report; it replaces an earlier one for the same key date. */
export async function submitReport(
  context: Context,
  write: Write,
  { id, version, on, portalReference, isReleased }: z.output<typeof handingIn> & { id: string; version: number },
): Promise<ReportSnapshot> {
  const row = await lockSnapshot(context, write.tx, id, version);
  if (row.state !== 'frozen') throw new Problem('wrong-state');
  if (on > today()) throw fieldProblem('on', 'Bitte kein Tag, der noch kommt.');
  await write.tx
    .update(reportSnapshot)
    .set({ state: 'replaced', releasedAt: null, version: sql`${reportSnapshot.version} + 1` })
    .where(
      and(
        eq(reportSnapshot.club, row.club),
        eq(reportSnapshot.keyDate, row.keyDate),
        eq(reportSnapshot.state, 'handedIn'),
        ne(reportSnapshot.id, id),
      ),
    );
  const handedIn = { state: 'handedIn' as const, handedInOn: on, handedInBy: signedIn(context).name, portalReference };
  const words = `Bestandserhebung als abgegeben vermerkt (${germanDate(on)})${isReleased ? ' und für den Gemeindesportverband freigegeben' : ''}`;
  return change(write, row, { ...handedIn, releasedAt: isReleased ? now() : null }, words);
}

/** Releases the totals of a submitted report to the town association, or withdraws them. */
export async function release(
  context: Context,
  write: Write,
  { id, version, isReleased }: { id: string; version: number; isReleased: boolean },
): Promise<ReportSnapshot> {
  const row = await lockSnapshot(context, write.tx, id, version);
  if (row.state !== 'handedIn') throw new Problem('wrong-state');
  const words = isReleased ? 'Bestandserhebung für den Gemeindesportverband freigegeben' : 'Freigabe der Bestandserhebung zurückgezogen';
  return change(write, row, { releasedAt: isReleased ? now() : null }, words);
}

/** Discards a frozen report that was never submitted. */
export async function discard(context: Context, write: Write, id: string): Promise<void> {
  const row = await lockSnapshot(context, write.tx, id);
  if (row.state === 'handedIn' || row.handedInOn !== null) throw new Problem('wrong-state');
  await write.tx.delete(reportSnapshot).where(eq(reportSnapshot.id, id));
  record(write, row, 'Eingefrorene Bestandserhebung verworfen');
}

async function lockSnapshot(context: Context, tx: Transaction, id: string, version?: number): Promise<SnapshotRow> {
  const [row] = await tx.select().from(reportSnapshot).where(eq(reportSnapshot.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'memberStatistic.freeze', targetOf(context, row.club));
  if (version !== undefined && row.version !== version) throw new Problem('conflict');
  return row;
}

async function change(write: Write, row: SnapshotRow, values: Partial<SnapshotRow>, words: string): Promise<ReportSnapshot> {
  const [after] = await write.tx
    .update(reportSnapshot)
    .set({ ...values, version: row.version + 1 })
    .where(eq(reportSnapshot.id, row.id))
    .returning();
  return finish(write, after, words);
}

async function finish(write: Write, row: SnapshotRow | undefined, words: string): Promise<ReportSnapshot> {
  if (!row) throw new Problem('not-found');
  record(write, row, words);
  const ids = row.leftOut.flatMap(({ memberId }) => memberId ?? []);
  return toView(row, await readNames(write.tx, ids));
}

function record(write: Write, { club, id, keyDate, number, totals }: SnapshotRow, words: string): void {
  const content = `${words}: Stichtag ${germanDate(keyDate)}, Nr. ${number}, ${totals.total} Mitglieder`;
  write.audit('memberStatistic.freeze', { club, id, entity: 'members' }, content);
  write.changed({ collection: 'members', club });
}

function toView(row: SnapshotRow, names: Awaited<ReturnType<typeof readNames>>): ReportSnapshot {
  const { id, keyDate, number, state, totals, rows, leftOut, hash, files, madeBy, madeAt, handedInOn, portalReference, version } = row;
  return {
    id,
    keyDate,
    number,
    state,
    adapter: reportAdapterNames.find((name) => name === row.adapter) ?? 'other',
    total: totals.total,
    notInJa: rows.filter(({ gender }) => gender === 'd' || gender === 'o').length,
    leftOut: leftOut.map(({ memberId, cause }) => {
      const name = names.get(memberId ?? '');
      return { memberId: name ? memberId : null, name: name ? listedName(name) : 'gelöscht', cause };
    }),
    hash,
    files,
    madeBy,
    madeAt: madeAt.toISOString(),
    handedInOn,
    portalReference,
    isReleased: row.releasedAt !== null,
    version,
  };
}
