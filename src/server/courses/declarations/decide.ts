import { eq, sql } from 'drizzle-orm';
import { disownDays } from '#shared/courses/declarationRules.ts';
import {
  declarationNames,
  declarationStateNames,
  disownableDeclarations,
  undecidedDeclarations,
} from '#shared/courses/declarationWords.ts';
import type { OwnDeclaration } from '#shared/courses/declarations.ts';
import { addDays, localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { linkHash } from '#server/platform/secretLinks.ts';
import { idOf, refOfRow, type AnySeats, type EnrolmentRow, type OfferingRef } from '../enrolments/counting.ts';
import { inLine, withSeatsOf } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import type { CourseMoney } from '../planning/service.ts';
import { aboutOf } from './declare.ts';
import { endAsDecided, undoEffect } from './effect.ts';
import { postDecision, notifyOfDisowned, type About } from './mails.ts';
import { contractDeclaration } from './table.ts';

type Row = typeof contractDeclaration.$inferSelect;
type Which = { id: string; version: number };
type Confirmed = Which & { enrolmentId: string | null; endsOn: LocalDate | null; answer: string };

/** Confirms a pending declaration, and ends the enrolment selected by the board. */
export async function confirm(context: Context, { enrolmentId, endsOn, answer, ...which }: Confirmed, money: CourseMoney): Promise<void> {
  const ref = enrolmentId === null ? undefined : await context.read((tx) => refFor(context, tx, which.id, enrolmentId));
  await onEnrolment(context, ref, enrolmentId, async (write, seats, row) => {
    const before = await decidable(context, write.tx, which);
    if (before.state !== 'received') throw new Problem('wrong-state');
    const end = seats && row ? await endAsDecided(seats, row, before, endsOn, money) : endsOn;
    const about = seats && row && (await aboutOf(seats, row));
    await decide(context, write, before, { state: 'confirmed', enrolmentId, endsOn: end, answer }, about);
  });
}

/** Declines a declaration; the sender gets the reason. */
export async function refuse(context: Context, { answer, ...which }: Which & { answer: string }): Promise<void> {
  await context.write(async (write) => {
    const before = await decidable(context, write.tx, which);
    if (before.state !== 'received') throw new Problem('wrong-state');
    await decide(context, write, before, { state: 'refused', answer });
  });
}

/** Marks a disowned declaration as seen by the board. */
export async function acknowledge(context: Context, which: Which): Promise<void> {
  await context.write(async (write) => {
    const before = await decidable(context, write.tx, which);
    if (before.state !== 'undone') throw new Problem('wrong-state');
    await decide(context, write, before, { state: 'undone' });
  });
}

/** The declaration of a receipt link. */
export function readByLink(context: Context, token: string): Promise<OwnDeclaration> {
  return context.read(async (tx) => toOwn(await byLink(tx, token)));
}

/** Disowns a declaration: its automatic effect is undone if still possible. */
export async function disownDeclaration(context: Context, token: string): Promise<OwnDeclaration> {
  const { enrolmentId, ref } = await context.read(async (tx) => {
    const row = await byLink(tx, token);
    return { enrolmentId: row.enrolmentId, ref: row.enrolmentId ? await refOfEnrolment(tx, row.enrolmentId) : undefined };
  });
  return onEnrolment(context, ref, enrolmentId, async (write, seats, row) => {
    const before = await byLink(write.tx, token, { isLocked: true });
    if (before.state === 'undone') return toOwn(before);
    if (!canDisown(before)) throw new Problem('undo-over');
    const isBack = before.state === 'matched' && seats && row ? await undoEffect(seats, row, before) : before.state === 'received';
    const why = isBack ? 'Es gilt wieder, was vorher galt.' : 'Die Anmeldung ließ sich nicht von selbst wiederherstellen: Bitte klären.';
    const after = await change(write.tx, before, { state: 'undone', why });
    await notifyOfDisowned(write.tx, context.settings, after);
    record(write, after, 'contractDeclarations.disown', context.viewer?.name ?? 'Über den Link in der Mail');
    return toOwn(after);
  });
}

/** Whether the declaration can still be disowned. */
function canDisown({ state, receivedAt }: Row): boolean {
  return disownableDeclarations.includes(state) && today() <= addDays(localOf(receivedAt).date, disownDays);
}

function toOwn(row: Row): OwnDeclaration {
  const { kind, club, name, contract, state } = row;
  return { kind, club, name, contract, state, receivedAt: row.receivedAt.toISOString(), canDisown: canDisown(row) };
}

/** Runs a write under the lock of the enrolment's course, if there is one. */
function onEnrolment<T>(
  context: Context,
  ref: OfferingRef | undefined,
  id: string | null,
  work: (write: Write, seats?: AnySeats, row?: EnrolmentRow) => Promise<T>,
): Promise<T> {
  if (!ref || id === null) return context.write((write) => work(write));
  const actor = { userId: context.viewer?.userId, name: context.viewer?.name ?? 'Über den Link in der Mail' };
  return inLine(idOf(ref), () =>
    context.write((write) =>
      withSeatsOf({ write, settings: context.settings, actor }, { ...ref, check: () => undefined }, async (seats) => {
        const [row] = await write.tx.select().from(enrolment).where(eq(enrolment.id, id));
        if (!row) throw new Problem('not-found');
        return work(write, seats, row);
      }),
    ),
  );
}

async function decidable(context: Context, tx: Transaction, { id, version }: Which): Promise<Row> {
  const [row] = await tx.select().from(contractDeclaration).where(eq(contractDeclaration.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'contractDeclarations.decide', targetOf(context, row.club));
  if (!undecidedDeclarations.includes(row.state) || row.decidedAt) throw new Problem('wrong-state');
  if (row.version !== version) throw new Problem('conflict');
  await enterScope(tx, row.club);
  return row;
}

/** The course of the selected enrolment, which must belong to the club of the declaration. */
async function refFor(context: Context, tx: Transaction, id: string, enrolmentId: string): Promise<OfferingRef> {
  const [row] = await tx.select({ club: contractDeclaration.club }).from(contractDeclaration).where(eq(contractDeclaration.id, id));
  if (!row) throw new Problem('not-found');
  allow(context, 'contractDeclarations.decide', targetOf(context, row.club));
  const ref = await refOfEnrolment(tx, enrolmentId, row.club);
  if (!ref) throw new Problem('not-found');
  return ref;
}

async function refOfEnrolment(tx: Transaction, id: string, club?: ClubName): Promise<OfferingRef | undefined> {
  const [row] = await tx
    .select({ club: enrolment.club, courseId: enrolment.courseId, eventId: enrolment.eventId })
    .from(enrolment)
    .where(eq(enrolment.id, id));
  return row && (club === undefined || row.club === club) ? refOfRow(row) : undefined;
}

async function byLink(tx: Transaction, token: string, { isLocked = false } = {}): Promise<Row> {
  const { rows } = await tx.execute<{ id: string; club: ClubName }>(sql`select * from declaration_of_link(${linkHash(token)})`);
  const [found] = rows;
  if (!found) throw new Problem('invalid-link');
  await enterScope(tx, found.club);
  const of = tx.select().from(contractDeclaration).where(eq(contractDeclaration.id, found.id));
  const [row] = await (isLocked ? of.for('update') : of);
  if (!row) throw new Problem('invalid-link');
  return row;
}

async function decide(
  context: Context,
  write: Write,
  before: Row,
  values: Partial<Row> & Pick<Row, 'state'>,
  about?: About,
): Promise<void> {
  const { userId, name } = signedIn(context);
  const after = await change(write.tx, before, { ...values, decidedAt: now(), decidedBy: userId });
  if (after.state !== 'undone') await postDecision(write.tx, after, about);
  record(write, after, 'contractDeclarations.decide', name, userId);
}

async function change(tx: Transaction, before: Row, values: Partial<Row>): Promise<Row> {
  const [row] = await tx
    .update(contractDeclaration)
    .set({ ...values, version: before.version + 1 })
    .where(eq(contractDeclaration.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  return row;
}

function record(
  write: Write,
  row: Row,
  action: 'contractDeclarations.decide' | 'contractDeclarations.disown',
  name: string,
  userId?: string,
): void {
  const text = `${declarationNames[row.kind]} ${declarationStateNames[row.state]}: ${row.name}`;
  write.audit(action, { club: row.club, id: row.id, by: { name, userId } }, text, { after: { state: row.state, endsOn: row.endsOn } });
  write.changed({ collection: 'contractDeclarations', club: row.club, entityId: row.id });
}
