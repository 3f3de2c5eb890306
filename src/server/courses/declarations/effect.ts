import { and, asc, eq, sql } from 'drizzle-orm';
import { withdrawalEndsOn } from '#shared/courses/declarationRules.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { cancel, endByDeclaration, giveNotice, keepSeat, withdraw } from '../enrolments/cancel.ts';
import type { AnySeats, EnrolmentRow } from '../enrolments/counting.ts';
import { enrolment, enrolmentLog } from '../enrolments/table.ts';
import type { CourseMoney } from '../planning/service.ts';
import type { contractDeclaration } from './table.ts';

type Row = typeof contractDeclaration.$inferSelect;
type Outcome = Pick<Row, 'state' | 'endsOn' | 'why'>;
type Declared = Pick<Row, 'kind' | 'isExtraordinary' | 'wishedOn'>;

/** Outcome: a task for the board, with its reason. */
export const task = (why: string): Outcome => ({ state: 'received', endsOn: null, why });

const inEffect = (endsOn: LocalDate): Outcome => ({ state: 'matched', endsOn, why: '' });

/**
 * Applies a declaration about a known enrolment: a waiting list entry ends at once, a permanent group by notice, a
 * contract within its 14 days is withdrawn from. Everything else becomes a task of the board.
 */
export async function applyDeclaration(seats: AnySeats, row: EnrolmentRow, declared: Declared, money: CourseMoney): Promise<Outcome> {
  if (enrolmentSets.undecided.includes(row.state)) {
    await cancel(seats, row, { withFee: false });
    return inEffect(today());
  }
  if (row.state !== 'confirmed') return task('Diese Anmeldung ist schon beendet.');
  if (!('course' in seats) || seats.course.kind !== 'permanent')
    return task(
      declared.kind === 'withdrawal' ? 'Der Termin steht fest: Ein Widerrufsrecht gibt es hier nicht.' : 'Das Angebot endet von selbst.',
    );
  if (declared.kind === 'withdrawal') {
    const last = withdrawalEndsOn(await concludedOn(seats.write.tx, row));
    if (today() > last) return task('Die 14 Tage für einen Widerruf sind vorbei.');
    if (await isContinued(seats.write.tx, row))
      return task('Seit dem Vertrag wurde die Gruppe gewechselt: Bitte beide Anmeldungen und ihre Beträge prüfen.');
    await drop(seats, row, money);
    return inEffect(today());
  }
  if (declared.isExtraordinary) return task('Außerordentlich gekündigt: Bitte den Grund prüfen.');
  return inEffect(await giveNotice(seats, row, declared.wishedOn));
}

/** Ends an enrolment by decision of the board about a declaration. */
export async function endAsDecided(
  seats: AnySeats,
  row: EnrolmentRow,
  { kind, isExtraordinary }: Declared,
  endsOn: LocalDate | null,
  money: CourseMoney,
): Promise<LocalDate> {
  if (kind === 'withdrawal' && row.state === 'confirmed') {
    await drop(seats, row, money);
    return today();
  }
  if ('course' in seats && seats.course.kind === 'permanent' && row.state === 'confirmed') {
    if (endsOn === null) throw fieldProblem('endsOn', 'Bitte nennen Sie den letzten Tag.');
    await endByDeclaration(seats, row, endsOn, isExtraordinary ? 'extraordinary' : 'ordinary');
    return endsOn;
  }
  if (!enrolmentSets.active.includes(row.state)) throw new Problem('wrong-state');
  await cancel(seats, row, { withFee: false });
  return today();
}

/** Undoes an automatic effect if possible: a notice until the last day has passed. */
export async function undoEffect(seats: AnySeats, row: EnrolmentRow, { kind }: Declared): Promise<boolean> {
  if (kind !== 'termination' || row.state !== 'confirmed' || row.leavesOn === null || row.leavesOn < today()) return false;
  await keepSeat(seats, row);
  return true;
}

async function drop(seats: AnySeats, row: EnrolmentRow, money: CourseMoney): Promise<void> {
  await withdraw(seats, row);
  await money.cancelOpenFor(seats.write.tx, row.id, 'Widerruf');
}

/** Whether the contract was concluded for a seat in another group, which a change has ended. */
async function isContinued(tx: Transaction, { movedFrom }: EnrolmentRow): Promise<boolean> {
  if (movedFrom === null) return false;
  const isLeft = and(eq(enrolment.id, movedFrom), eq(enrolment.noticeKind, 'moved'));
  return (await tx.select({ id: enrolment.id }).from(enrolment).where(isLeft)).length > 0;
}

/** The day on which the first seat was confirmed, i.e. the contract was concluded: it continues through changes of groups. */
async function concludedOn(tx: Transaction, row: EnrolmentRow): Promise<LocalDate> {
  const seats = sql`with recursive seat as (
    select ${row.id}::uuid as id, ${row.movedFrom}::uuid as before
    union select old.id, old.moved_from from seat join enrolment old on old.id = seat.before and old.notice_kind = 'moved'
  ) select id from seat`;
  const [got] = await tx
    .select({ at: enrolmentLog.at })
    .from(enrolmentLog)
    .where(and(sql`${enrolmentLog.enrolmentId} in (${seats})`, eq(enrolmentLog.toState, 'confirmed')))
    .orderBy(asc(enrolmentLog.id))
    .limit(1);
  return localOf(got?.at ?? row.registeredAt).date;
}
