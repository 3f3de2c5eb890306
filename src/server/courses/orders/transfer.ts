import { inArray } from 'drizzle-orm';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { OrderMethod } from '#shared/courses/courseWords.ts';
import { waitingSentence, type ShownOrder } from '#shared/courses/orders.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transfer } from '#shared/kernel/giroCode.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { creditorOf, transferAccount } from '#server/club/bankAccounts/service.ts';
import { payerAccounts } from '#server/people/members/service.ts';
import { allOf, inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import type { EnrolmentRow } from '../enrolments/counting.ts';
import { enrolmentOrder } from '../enrolments/table.ts';
import type { OrderPorts } from './ports.ts';

/** The account to transfer to, and the reference that identifies the payer. */
type Payable = Omit<Transfer, 'cents'>;

/** The payment method of an order, its earliest due date, and what was agreed about the seat in the words shown. */
export type Paying = { method: OrderMethod | null; dueOn: string | null; payable: Payable | undefined; agreed: readonly string[] };

type Ordering = { method?: OrderMethod | null | undefined; dueOn?: string | null | undefined; shown?: ShownOrder | null | undefined };

/** How the persons of an order pay. */
export async function payingOfPeople(
  tx: Transaction,
  club: ClubName,
  { method = null, dueOn = null, shown }: Ordering,
  personIds: readonly string[],
): Promise<Map<string, Paying>> {
  if (personIds.length === 0) return new Map();
  const payable = method === 'transfer' ? await payableFor(tx, club, personIds) : undefined;
  // Who only waited has agreed on nothing yet.
  const agreed = shown && !shown.sentences.includes(waitingSentence) ? [...shown.sentences, ...(shown.sum ? [shown.sum] : [])] : [];
  return new Map(personIds.map((id) => [id, { method, dueOn, payable: payable?.get(id), agreed }]));
}

/** The same for existing enrolments, by person. */
export async function payingOfRows(tx: Transaction, rows: readonly EnrolmentRow[]): Promise<Map<string, Paying>> {
  const ids = [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))];
  if (ids.length === 0) return new Map();
  const orders = await tx.select().from(enrolmentOrder).where(inArray(enrolmentOrder.id, ids));
  const all = new Map<string, Paying>();
  for (const order of orders) {
    const people = rows.filter(({ orderId }) => orderId === order.id).map(({ personId }) => personId);
    for (const [id, paying] of await payingOfPeople(tx, order.club, order, people)) all.set(id, paying);
  }
  return all;
}

/** The open transfers of own enrolments: the charged amount, else the agreed one; without amounts that somebody else took over. */
export async function transfersAround(
  tx: Transaction,
  rows: readonly EnrolmentRow[],
  { transfersFor }: Pick<OrderPorts, 'transfersFor'>,
): Promise<Map<string, NonNullable<OwnEnrolment['transfer']>>> {
  const seated = rows.filter(({ state, orderId, priceCents }) => state === 'confirmed' && orderId !== null && priceCents);
  if (seated.length === 0) return new Map();
  return inAllClubs(tx, async () => {
    const paying = await payingOfRows(tx, seated);
    const asked = await transfersFor(
      tx,
      seated.map(({ id }) => id),
    );
    const around = new Map<string, NonNullable<OwnEnrolment['transfer']>>();
    for (const row of seated) {
      const { payable, dueOn = null } = paying.get(row.personId) ?? {};
      if (!payable) continue;
      const charges = asked.get(row.id)?.filter(({ account }) => account === payable.reference);
      const [first, ...others] = charges ?? [];
      if (charges && !first) continue;
      const reference = first && others.length === 0 ? first.reference : payable.reference;
      around.set(row.id, { ...payable, reference, dueOn, cents: charges ? sumOfCents(charges) : fixedCents(row) });
    }
    return around;
  });
}

/** The amount of a one-off price; null for periodic prices, whose amounts follow when due. */
function fixedCents({ priceCents, pricePer }: Pick<EnrolmentRow, 'priceCents' | 'pricePer'>): number | null {
  return pricePer === null || pricePer === 'course' ? priceCents : null;
}

/** The account of a club for transfers, per person; empty if the club has not set one. */
async function payableFor(tx: Transaction, club: ClubName, personIds: readonly string[]): Promise<Map<string, Payable>> {
  const [creditor, accounts] = await allOf([creditorOf(tx, club), payerAccounts(tx, personIds, today())]);
  const account = transferAccount(creditor);
  if (!account) return new Map();
  return new Map([...accounts].map(([id, accountNo]) => [id, { ...account, reference: accountReference(club, accountNo) }]));
}
