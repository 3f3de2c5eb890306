import { and, asc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { PrivacyCase, WholeCase } from '#shared/office/privacyLog/contract.ts';
import { dueOf } from '#shared/office/privacyLog/clock.ts';
import { caseStepNames, caseTitle, type CaseStepKind } from '#shared/office/privacyLog/words.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { personNames } from '#server/people/persons/service.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { privacyCase, privacyCaseStep } from './table.ts';

const stepsAtMost = 500;

export type CaseRow = typeof privacyCase.$inferSelect;
type NewCase = Omit<typeof privacyCase.$inferInsert, 'id'>;

/** A case of the board's club. */
export async function readCase(context: Context, tx: Transaction, id: string, lock?: 'update' | 'share'): Promise<CaseRow> {
  const asked = tx.select().from(privacyCase).where(eq(privacyCase.id, id));
  const [row] = await (lock ? asked.for(lock) : asked);
  if (!row) throw new Problem('not-found');
  allow(context, 'privacyLog.manage', targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

/** A case that is still open, in the version that the viewer has read. */
export async function openCase(context: Context, tx: Transaction, { id, version }: { id: string; version: number }): Promise<CaseRow> {
  const row = await readCase(context, tx, id, 'update');
  if (row.version !== version) throw new Problem('conflict');
  if (row.state !== 'open') throw new Problem('wrong-state');
  return row;
}

export async function insertCase(tx: Transaction, values: NewCase): Promise<CaseRow> {
  const [row] = await tx
    .insert(privacyCase)
    .values({ ...values, id: randomUUID() })
    .returning();
  if (!row) throw new Error('The case was not written.');
  return row;
}

/** Updates a locked case. */
export async function saveCase(tx: Transaction, before: CaseRow, values: Partial<NewCase>): Promise<CaseRow> {
  const [row] = await tx
    .update(privacyCase)
    .set({ ...values, version: before.version + 1 })
    .where(eq(privacyCase.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  return row;
}

/** Adds an action to a case, refreshes open pages, and returns the updated case. */
export async function addStep(context: Context, write: Write, row: CaseRow, kind: CaseStepKind, text: string): Promise<WholeCase> {
  const { userId, name } = signedIn(context);
  const values = { id: randomUUID(), club: row.club, caseId: row.id, at: now(), byName: name, byId: userId, kind, text };
  await write.tx.insert(privacyCaseStep).values(values);
  // Names no person, because the audit log is kept longer than the case.
  const words = `${caseTitle(row)} vom ${germanDate(localOf(row.knownAt).date)}: ${caseStepNames[kind]}`;
  write.audit('privacyLog.manage', { club: row.club, id: row.id, entity: 'privacyCases' }, words);
  write.changed({ collection: 'privacyCases', club: row.club, entityId: row.id });
  return toWhole(write.tx, row);
}

/** Cases of one club for display, with the names of their persons. */
export async function toCases(tx: Transaction, club: ClubName, rows: readonly CaseRow[]): Promise<PrivacyCase[]> {
  const names = await personNames(
    tx,
    club,
    rows.flatMap(({ personId }) => personId ?? []),
  );
  return rows.map(({ extensionReason, extensionToldOn, ...row }) => ({
    ...row,
    person: row.personId === null ? null : (names.get(row.personId) ?? null),
    knownAt: row.knownAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    dueAt: dueOf({ ...row, isExtended: extensionReason !== null }).toISOString(),
    extension: extensionReason !== null && extensionToldOn !== null ? { reason: extensionReason, toldOn: extensionToldOn } : null,
  }));
}

/** A case with all of its actions. */
export async function toWhole(tx: Transaction, row: CaseRow): Promise<WholeCase> {
  const [shown] = await toCases(tx, row.club, [row]);
  if (!shown) throw new Problem('not-found');
  const steps = await tx
    .select()
    .from(privacyCaseStep)
    .where(and(eq(privacyCaseStep.caseId, row.id), eq(privacyCaseStep.club, row.club)))
    .orderBy(asc(privacyCaseStep.at), asc(privacyCaseStep.id))
    .limit(stepsAtMost);
  return { ...shown, steps: steps.map(({ id, at, byName, kind, text }) => ({ id, at: at.toISOString(), by: byName, kind, text })) };
}
