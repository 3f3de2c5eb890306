import { and, eq, inArray } from 'drizzle-orm';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import type { OwnPayeeAccount, ShownAccount } from '#shared/money/payouts/contract.ts';
import { waitingDays } from '#shared/money/payouts/rules.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { enterScope, everyClub, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { payeeAccount } from './table.ts';

type Typed = { personId: string; iban: string; holder: string };

/** The viewer's own bank accounts: of their own person record in each club, not of others they act for. */
export async function ownAccounts(tx: Transaction, userId: string): Promise<OwnPayeeAccount[]> {
  const people = (await ownPeople(tx, userId)).filter(({ relation }) => relation === 'self');
  await enterScope(tx, everyClub.club);
  const ids = people.map(({ id }) => id);
  const rows = ids.length > 0 ? await tx.select().from(payeeAccount).where(inArray(payeeAccount.personId, ids)) : [];
  return people.map(({ id: personId, club, firstname, lastname }) => {
    const row = rows.find((one) => one.personId === personId);
    const name = fullName({ firstname, lastname });
    return {
      personId,
      club,
      name,
      account: row ? maskedIban(row.iban) : null,
      holder: row?.holder ?? '',
      payableFrom: payableFrom(row?.changedAt),
    };
  });
}

function payableFrom(changedAt: Date | null | undefined): string | null {
  const from = changedAt ? addDays(localOf(changedAt).date, waitingDays) : null;
  return from !== null && from > today() ? from : null;
}

/** Saves the bank account of a person and notifies them at the known address. A replaced account is followed by a waiting period. */
export async function saveAccount(
  tx: Transaction,
  club: ClubName,
  { personId, ...typed }: Typed,
  changedBy: string,
): Promise<ShownAccount> {
  const [who] = await tx
    .select({ email: person.email })
    .from(person)
    .where(and(eq(person.id, personId), eq(person.club, club)));
  if (!who) throw new Problem('not-found');
  const [before] = await tx.select().from(payeeAccount).where(eq(payeeAccount.personId, personId)).for('update');
  const changedAt = before && before.iban !== typed.iban ? now() : (before?.changedAt ?? null);
  const values = { ...typed, personId, club, changedBy, changedAt };
  await tx.insert(payeeAccount).values(values).onConflictDoUpdate({ target: payeeAccount.personId, set: values });
  const account = maskedIban(typed.iban);
  if (who.email)
    await postMail(tx, {
      kind: 'notice',
      club,
      recipient: who.email,
      subject: 'Ihr Konto für Auszahlungen',
      body: `Guten Tag,\n\nAuszahlungen des Vereins gehen künftig an ${typed.holder}, ${account}. Eingetragen hat das ${changedBy}.${changedAt ? ' In den nächsten drei Tagen wird dorthin nichts gezahlt.' : ''}\n\nWar das nicht in Ihrem Sinn? Dann melden Sie sich bitte gleich beim Vorstand.\n`,
    });
  return { account, holder: typed.holder, payableFrom: payableFrom(changedAt) };
}
