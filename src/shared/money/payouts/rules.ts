import { addDays, germanDate, localOf } from '#shared/kernel/calendar.ts';
import { sumOfCents } from '#shared/kernel/money.ts';

/** A bank account for payouts. */
export type PayeeAccount = { iban: string; holder: string; changedAt: Date | null };

/** For how many days after a change nothing is paid to the new account, so that the owner can notice a change by a stranger. */
export const waitingDays = 3;

/** Why nothing is paid out to an organisation: the club does not store its bank account. */
export const paidByHand = 'Organisation: bitte selbst überweisen und am Konto vermerken.';

/** Why a person cannot be paid now; empty if they can. */
export function payoutObstacle(account: PayeeAccount | null, today: string): string {
  if (!account) return 'Das Konto fehlt.';
  if (!account.changedAt) return '';
  const from = addDays(localOf(account.changedAt).date, waitingDays);
  return from > today ? `Das Konto ist neu, gezahlt wird ab ${germanDate(from)}.` : '';
}

type Part = { personId: string; iban: string; cents: number; remittance: string };

/** Combines payouts to one person and account into one transfer; the remittance texts are joined as far as they fit. */
export function transfersOf<P extends Part>(parts: readonly P[]): { first: P; parts: P[]; cents: number; remittance: string }[] {
  const groups = Map.groupBy(parts, ({ personId, iban }) => `${personId} ${iban}`);
  return [...groups.values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const remittance = of
      .map((one) => one.remittance)
      .join(', ')
      .slice(0, 140);
    return [{ first, parts: of, cents: sumOfCents(of), remittance }];
  });
}

const edition = /-(\d{1,2})$/;

/** The id of the first file of a run: the ids of its later ones begin with it. */
export function firstMessageId(messageId: string): string {
  return messageId.replace(edition, '');
}

/** The id of a changed file of a run: a bank refuses one that it knows already. */
export function nextMessageId(messageId: string): string {
  return `${firstMessageId(messageId)}-${Number(edition.exec(messageId)?.[1] ?? 1) + 1}`;
}
