import { and, eq, isNull } from 'drizzle-orm';
import type { MovePlan } from '#shared/courses/moves/moveRules.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import { notifyAccounts } from '#server/accounts/notices/service.ts';
import { accountsToNotify } from '#server/people/persons/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { EnrolmentRow, Seats } from '../enrolments/counting.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';
import { joinTicket, linkTo, movedKeyOf } from '../orders/tickets.ts';
import { said } from './said.ts';

/** How a change can be undone, per kind, and where; swaps cannot. */
const waysBack = {
  none: () => '',
  sure: (where: string) => `\nBis zum Beginn lässt sich das unter „Mein Profil“ oder ${where} zurücknehmen.`,
  'while-free': (where: string, from: string) =>
    `\nBis zum Beginn lässt sich das unter „Mein Profil“ oder ${where} zurücknehmen, solange bei „${from}“ ein Platz frei ist.`,
};

type Move = { name: string; words: readonly string[]; from: string; plan: MovePlan; isSwap?: boolean };

/**
 * Tells the family the consequences of a change and how to undo it: a seat that was never used may be taken by others meanwhile. One mail
 * with the ticket of the new group; nothing if that ticket, sent with an accepted seat, told of the change already.
 */
export async function postMove(
  { write, course }: Seats,
  next: EnrolmentRow,
  { id, contactEmail }: EnrolmentRow,
  move: Move,
): Promise<void> {
  if (joinMove(write, next, move) || !contactEmail) return;
  await postMail(write.tx, {
    kind: 'notice',
    club: course.club,
    recipient: contactEmail,
    subject: `Wechsel: ${move.from} → ${course.title}`,
    body: `Guten Tag,\n\n${wordsOf(move, `über den Link in der Mail zu „${course.title}“`)}\n`,
    onceKey: movedKeyOf(next),
    subjectId: id,
  });
}

/**
 * Lets the ticket of a person who waited for the group tell of the change that begins with the seat. The old seat is ended a little later,
 * once the answer can no longer be undone (`settleMoves`).
 */
export async function tellMoveWithTicket({ write, course: to }: Seats, next: EnrolmentRow & { name: string }): Promise<void> {
  if (next.movedFrom === null || next.startsOn === null || to.kind !== 'permanent') return;
  const isLeft = and(eq(enrolment.state, 'confirmed'), isNull(enrolment.leavesOn), eq(course.kind, 'permanent'));
  const [old] = await write.tx
    .select({ row: enrolment, from: course })
    .from(enrolment)
    .innerJoin(course, eq(course.id, enrolment.courseId))
    .where(and(eq(enrolment.id, next.movedFrom), isLeft));
  if (!old) return;
  const { plan, words } = said(old.from, to, old.row, { fullCents: next.fullPriceCents, per: next.pricePer }, next.startsOn);
  joinMove(write, next, { name: next.name, words, from: old.from.title, plan });
}

/** Lets the ticket of the new seat tell of a change; false if none is awaited in this write. */
function joinMove(write: Write, { id }: EnrolmentRow, move: Move): boolean {
  const { from, plan } = move;
  const billedFrom = plan.hasBegun ? plan.billedFrom : null;
  return joinTicket(write, id, { from, billedFrom, text: wordsOf(move, 'über den Link unten') });
}

function wordsOf({ name, words, from, plan, isSwap = false }: Move, where: string): string {
  const way = isSwap ? 'none' : plan.hasBegun ? 'sure' : 'while-free';
  return `${name} wechselt die Gruppe.\n\n${words.join('\n')}${waysBack[way](where, from)}`;
}

/** Notifies the family that the change was undone. */
export async function postMoveBack({ write, course }: Seats, row: EnrolmentRow, to: string): Promise<void> {
  const [who] = await write.tx.select().from(person).where(eq(person.id, row.personId));
  const subject = `Wechsel zurückgenommen: ${course.title}`;
  const text = `${who ? fullName(who) : ''} bleibt bei „${course.title}“ und wechselt nicht zu „${to}“. Preis und Tage bleiben, wie sie waren.`;
  const onceKey = `participation:${row.id}:moved-back:${row.version}`;
  await notifyAccounts(write.tx, {
    userIds: await accountsToNotify(write.tx, [{ personId: row.personId, enteredBy: row.registeredBy }]),
    club: course.club,
    concerns: row.personId,
    topic: 'enrolment',
    title: subject,
    body: text,
    onceKey,
  });
  if (!row.contactEmail) return;
  await postMail(write.tx, {
    kind: 'notice',
    club: course.club,
    recipient: row.contactEmail,
    subject,
    body: `Guten Tag,\n\n${text}\n`,
    onceKey,
    subjectId: row.id,
  });
}

/** Notifies a waiting family of a possible swap, or that it did not happen. */
export async function postSwap(seats: Seats, row: EnrolmentRow, words: readonly string[], isOffered: boolean): Promise<void> {
  const { write, course } = seats;
  const subject = isOffered ? `Tausch möglich: ${course.title}` : `Kein Tausch: ${course.title}`;
  const onceKey = `participation:${row.id}:swap:${row.version}`;
  await notifyAccounts(write.tx, {
    userIds: await accountsToNotify(write.tx, [{ personId: row.personId, enteredBy: row.registeredBy }]),
    club: course.club,
    concerns: row.personId,
    topic: isOffered ? 'seat_offered' : 'enrolment',
    title: subject,
    body: words.join(' '),
    onceKey,
  });
  if (!row.contactEmail) return;
  await postMail(write.tx, {
    kind: 'manage',
    club: course.club,
    recipient: row.contactEmail,
    subject,
    body: `Guten Tag,\n\n${words.join('\n')}\n\n${isOffered ? 'Zustimmen oder ablehnen: ' : ''}${await linkTo(seats, row.id)}\n`,
    onceKey,
    subjectId: row.id,
  });
}
