import { eq, inArray } from 'drizzle-orm';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { orderMethodWords, type OrderMethod } from '#shared/courses/courseWords.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { refOf, type AnySeats, type EnrolmentRow } from '../enrolments/counting.ts';
import { isRoomFor } from '../enrolments/enrol.ts';
import { seatsOf } from '../enrolments/seats.ts';
import { planOf } from '../moves/said.ts';
import { asksOf } from './asked.ts';
import { debitOf, mandateTextOf, noDebit, type ComingMandate, type Debit } from './mandate.ts';
import { newOrder, termsOf, wordsOf, type NewOrder, type Ordered, type Terms } from './orders.ts';
import type { OrderPorts } from './ports.ts';
import { seatStart } from '../enrolments/seatPrice.ts';
import { enrolment, enrolmentOrder } from '../enrolments/table.ts';

type Binding = 'accept' | 'confirm';

/** The last step of an enrolment with an offered seat, or to be confirmed by a guest; null otherwise. */
export async function lastStepOf(
  tx: Transaction,
  row: EnrolmentRow,
  of: Ordered,
  { own, ...ports }: OrderPorts & { own: ReadonlySet<string> },
): Promise<OwnEnrolment['step']> {
  const action = actionOf(row);
  if (!action) return null;
  return inAllClubs(tx, async () => {
    const terms = await termsOf(tx, row.club, ports);
    const { shown, dueOn } = wordsOf(of, [await seatOf(tx, row, of)], action, terms);
    const { alsoBy } = terms;
    const debit = dueOn === null ? noDebit : await debitFor(tx, row, own, { ...ports, ...terms });
    return { ...shown, quote: JSON.stringify(shown), ...debit, alsoBy, asks: await asksOf(tx, row, of) };
  });
}

async function debitFor(
  tx: Transaction,
  { club, personId }: EnrolmentRow,
  own: ReadonlySet<string>,
  ports: OrderPorts & Terms,
): Promise<Debit> {
  const payer = (await ports.payersOf(tx, [personId])).get(personId);
  return debitOf(personId, payer, own, await mandateTextOf(tx, club, ports.partner));
}

/** The order placed by an answer, with the current terms; general terms and mandate were read before the lock. */
export async function orderOfAnswer(seats: AnySeats, row: EnrolmentRow, action: Binding, answer: Placed): Promise<NewOrder> {
  return newOrder(seats, [await seatOf(seats.write.tx, row, seats)], { action, ...answer });
}

/** The input of an answer for its order. */
export type Placed = { terms: Terms; quote: string | undefined; method: OrderMethod | undefined; mandate: ComingMandate | undefined };

/** The terms that were shown and agreed to with orders, as sentences; the button label is last. */
export async function agreedIn(
  tx: Transaction,
  rows: readonly EnrolmentRow[],
): Promise<Map<string | null, NonNullable<OwnEnrolment['order']>>> {
  const ids = [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await tx.select().from(enrolmentOrder).where(inArray(enrolmentOrder.id, ids));
  return new Map(
    found.map(({ id, placedAt, method, shown: { sentences, sum, button } }) => [
      id,
      {
        placedAt: placedAt.toISOString(),
        words: [...sentences, ...(method ? [orderMethodWords[method]] : []), ...(sum ? [sum] : []), `Gedrückt: „${button}“`],
      },
    ]),
  );
}

/** The text of orders by id, for the copy of a person's data. */
export function readOrderWords(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: enrolmentOrder.id, shown: enrolmentOrder.shown })
    .from(enrolmentOrder)
    .where(inArray(enrolmentOrder.id, [...ids]))
    .then((rows) => rows.map(({ id, shown: { sentences, sum, button } }) => ({ id, name: [...sentences, sum, button].join(' ') })));
}

function actionOf({ state }: EnrolmentRow): Binding | undefined {
  if (state === 'offered') return 'accept';
  return state === 'unverified' ? 'confirm' : undefined;
}

/** The price of the seat from now on; in a running course, for the remaining sessions. */
async function seatOf(tx: Transaction, row: EnrolmentRow, of: Ordered) {
  const start = 'course' in of ? await seatStart(tx, of.course) : undefined;
  const priceCents = start?.shownCents(row) ?? row.priceCents;
  const waits = row.state === 'unverified' && row.queueRank !== null && !(await isRoomNow(tx, of));
  const left = await seatToLeave(tx, row);
  const begun = start && !isPaidElsewhere(left, start.startsOn) ? start.begun(row) : null;
  return { priceCents, pricePer: row.pricePer ?? 'course', waits, start, begun, isMoved: left !== undefined };
}

/** Whether a seat has become free for who enrolled when there was none. */
async function isRoomNow(tx: Transaction, of: Ordered): Promise<boolean> {
  return isRoomFor(tx, { ...of, ...(await seatsOf(tx, refOf(of))) }, 1);
}

/** The seat in another group that ends with this one; undefined if notice was given there meanwhile, since then it ends by itself. */
async function seatToLeave(tx: Transaction, { movedFrom }: EnrolmentRow): Promise<EnrolmentRow | undefined> {
  if (movedFrom === null) return undefined;
  const [old] = await tx.select().from(enrolment).where(eq(enrolment.id, movedFrom));
  return old?.state === 'confirmed' && old.leavesOn === null ? old : undefined;
}

/** Whether the current period is charged for the group that a change leaves. */
function isPaidElsewhere(left: EnrolmentRow | undefined, startsOn: LocalDate): boolean {
  return left !== undefined && planOf(left, startsOn).billedFrom > startsOn;
}
