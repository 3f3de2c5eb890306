import { and, eq, gt, inArray, ne, notExists, or } from 'drizzle-orm';
import { mandateInWords } from '#shared/courses/orders.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import type { LackingMandate } from '#shared/money/payerLists.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import type { OrderPorts } from '#server/courses/orders/service.ts';
import { enrolment, enrolmentOrder } from '#server/courses/enrolments/table.ts';
import { livingPerson, ownPeople } from '#server/people/persons/service.ts';
import { inAllClubs, enterScope, type Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { payersOf } from '../charges/payers.ts';
import { charge } from '../charges/table.ts';
import { notifyOfMandate } from './mails.ts';
import { insertMandate, onlineReference } from './write.ts';

/** The creditor of a mandate. */
type PartnerOf = OrderPorts['partnerOf'];

/** The viewer's own people whose payments cannot be collected although that was agreed. */
export async function lackingMandates(tx: Transaction, userId: string, partnerOf: PartnerOf): Promise<LackingMandate[]> {
  const own = await ownPeople(tx, userId);
  const ids = new Set(own.map(({ id }) => id));
  return inAllClubs(tx, async () => {
    const agreed = await agreedToDebit(tx, [...ids]);
    const lacking = [];
    for (const [club, people] of Map.groupBy(own, (one) => one.club)) {
      const payers = await payersOf(
        tx,
        people.flatMap(({ id }) => (agreed.has(id) ? [id] : [])),
        today(),
      );
      const without = people.flatMap((one) => {
        const payer = payers.get(one.id);
        return payer && payer.mandate === null && !payer.hasOffice && ids.has(payer.personId) ? [{ one, payerId: payer.personId }] : [];
      });
      const text = without.length > 0 ? await textOf(tx, club, partnerOf) : undefined;
      for (const [payerPersonId, of] of Map.groupBy(without, ({ payerId }) => payerId))
        if (text !== undefined) lacking.push({ payerPersonId, club, names: of.map(({ one }) => fullName(one)), text });
    }
    return lacking;
  });
}

type Account = { payerPersonId: string; iban: string; accountHolder: string };

/** Creates a missing mandate, signed today by the payer. */
export function createMissingMandate(context: Context, account: Account, partnerOf: PartnerOf) {
  return context.write(async (write) => {
    const { userId } = signedIn(context);
    const own = await ownPeople(write.tx, userId);
    if (!own.some(({ id }) => id === account.payerPersonId)) throw new Problem('not-found');
    const found = (await lackingMandates(write.tx, userId, partnerOf)).find(({ payerPersonId }) => payerPersonId === account.payerPersonId);
    if (!found) throw new Problem('wrong-state');
    const { club } = found;
    await enterScope(write.tx, club);
    const payer = await livingPerson(write.tx, account.payerPersonId);
    const row = await insertMandate(write.tx, {
      ...account,
      reference: onlineReference(club),
      club,
      signedOn: today(),
      origin: 'online',
      createdBy: userId,
    });
    await notifyOfMandate(write.tx, payer, row);
    write.audit('mandates.give', { club, id: row.id }, `Mandat gegeben: ${fullName(payer)}, ${maskedIban(row.iban)}`);
    for (const collection of ['mandates', 'members'] as const) write.changed({ collection, club });
    return { ok: true } as const;
  });
}

/** The people who agreed to debit with a priced order. */
async function agreedToDebit(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: enrolment.personId })
    .from(enrolment)
    .innerJoin(enrolmentOrder, eq(enrolmentOrder.id, enrolment.orderId))
    .where(
      and(
        eq(enrolmentOrder.method, 'sepa'),
        gt(enrolment.priceCents, 0),
        // A one-off price that is charged already needs no mandate.
        or(ne(enrolment.pricePer, 'course'), notExists(tx.select().from(charge).where(eq(charge.sourceId, enrolment.id)))),
        inArray(enrolment.state, enrolmentSets.holding),
        inArray(enrolment.personId, [...ids]),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** The text of a mandate for a club; undefined if the club does not collect. */
async function textOf(tx: Transaction, club: ClubName, partnerOf: PartnerOf): Promise<string | undefined> {
  const { creditorId } = await creditorOf(tx, club);
  return creditorId ? mandateInWords(await partnerOf(tx, club), creditorId) : undefined;
}
