import { and, eq, lt } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName, listedName } from '#shared/kernel/fullName.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import type { SepaProposal } from '#shared/money/sepaRuns.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import { person } from '#server/people/persons/table.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postMails } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import { labelsOf } from '../charges/forWhom.ts';
import { jointTransferInWords, profileWords } from '../charges/payers.ts';
import { charge } from '../charges/table.ts';
import type { Collectable } from './sepaItems.ts';
import { mandateReminder } from './table.ts';

type Faults = Collectable['faults'];
type PersonRow = typeof person.$inferSelect;
type ChargeRow = typeof charge.$inferSelect;

/** The faults with the day on which each payer was last reminded. */
export async function withReminders(tx: Transaction, faults: Faults): Promise<SepaProposal['faults']> {
  const payerIds = new Set(faults.map(({ payerPersonId }) => payerPersonId));
  const rows = payerIds.size === 0 ? [] : await tx.select().from(mandateReminder).where(isAmong(mandateReminder.payerPersonId, payerIds));
  const days = new Map(rows.map(({ payerPersonId, sentOn }) => [payerPersonId, sentOn]));
  return faults.map((fault) => ({ ...fault, remindedOn: days.get(fault.payerPersonId) ?? null }));
}

/**
 * Reminds the payers of the mandate that is missing, by one mail each. Returns who was reminded, and the names of those who get no mail;
 * throws if all were reminded today.
 */
export async function remindOfMandates(
  tx: Transaction,
  club: ClubName,
  faults: Faults,
  sentBy: string,
): Promise<{ mailed: string[]; without: string[] }> {
  const asked = Map.groupBy(
    faults.filter(({ asksPayer }) => asksPayer),
    ({ payerPersonId }) => payerPersonId,
  );
  if (asked.size === 0) throw new Problem('wrong-state');
  const payers = await tx
    .select()
    .from(person)
    .where(isAmong(person.id, asked.keys()))
    .orderBy(person.lastname, person.firstname, person.id);
  const reachable = payers.filter(({ email, birthDate }) => email && !isMinor(birthDate, today()));
  const mailed = await noteToday(
    tx,
    club,
    reachable.map(({ id }) => id),
    sentBy,
  );
  if (reachable.length > 0 && mailed.size === 0) throw new Problem('reminded-today');
  const told = reachable.filter(({ id }) => mailed.has(id));
  if (told.length > 0) await postMails(tx, await mailsTo(tx, club, told, asked));
  return { mailed: [...mailed], without: payers.filter((one) => !reachable.includes(one)).map(listedName) };
}

/** Notes these payers as reminded today; returns those who were not yet, so that of two presses at once only one sends. */
async function noteToday(tx: Transaction, club: ClubName, payerIds: readonly string[], sentBy: string): Promise<Set<string>> {
  if (payerIds.length === 0) return new Set();
  const sentOn = today();
  const rows = await tx
    .insert(mandateReminder)
    .values(payerIds.toSorted().map((payerPersonId) => ({ payerPersonId, club, sentOn, sentBy })))
    .onConflictDoUpdate({ target: mandateReminder.payerPersonId, set: { sentOn, sentBy }, setWhere: lt(mandateReminder.sentOn, sentOn) })
    .returning({ id: mandateReminder.payerPersonId });
  return new Set(rows.map(({ id }) => id));
}

async function mailsTo(tx: Transaction, club: ClubName, payers: readonly PersonRow[], asked: ReadonlyMap<string, Faults>) {
  const payerOf = new Map(payers.flatMap(({ id }) => (asked.get(id) ?? []).map(({ chargeId }) => [chargeId, id] as const)));
  const charges = await tx
    .select()
    .from(charge)
    .where(and(eq(charge.club, club), isAmong(charge.id, payerOf.keys())))
    .orderBy(charge.dueOn, charge.reference);
  const owed = Map.groupBy(charges, ({ id }) => payerOf.get(id));
  const [labelOf, creditor] = [await labelsOf(tx, charges), await creditorOf(tx, club)];
  return payers.map((payer) =>
    mailTo(payer, { club, rows: owed.get(payer.id) ?? [], labelOf, faults: asked.get(payer.id) ?? [], creditor }),
  );
}

type Owed = {
  club: ClubName;
  rows: readonly ChargeRow[];
  labelOf: Awaited<ReturnType<typeof labelsOf>>;
  faults: Faults;
  creditor: Awaited<ReturnType<typeof creditorOf>>;
};

function mailTo(payer: PersonRow, { club, rows, labelOf, faults, creditor: { creditorName, creditorIban } }: Owed) {
  const sum = euros(rows.reduce((cents, row) => cents + restOf(row), 0));
  const lines = rows.map((row) => `- ${labelOf(row)}: ${euros(restOf(row))}, Verwendungszweck ${row.reference}`);
  const reasons = [...new Set(faults.map(({ reason }) => reason))].join(' ');
  const account = creditorIban ? ` an ${creditorName}, IBAN ${ibanInFours(creditorIban)}` : '';
  const together = rows.length > 1 ? `${jointTransferInWords(accountReference(club, payer.accountNo))}\n\n` : '';
  return {
    kind: 'notice' as const,
    club,
    recipient: payer.email ?? '',
    subject: `Lastschrift nicht möglich: ${sum}`,
    body: `Guten Tag ${fullName(payer)},\n\nvereinbart ist, dass wir ${sum} von Ihrem Konto einziehen. Das geht zurzeit nicht: ${reasons}\n\n${lines.join('\n')}\n\nBitte geben Sie dem Verein ein neues Lastschriftmandat, oder überweisen Sie den Betrag${account}. ${profileWords({ isOrganisation: false })}\n\n${together}Haben Sie das gerade getan? Dann hat sich diese Mail erledigt.\n`,
    onceKey: `mandate-reminder:${payer.id}:${today()}`,
  };
}
