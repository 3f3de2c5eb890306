import { addDays, germanDate, localOf } from '#shared/kernel/calendar.ts';
import { sumOfCents } from '#shared/kernel/money.ts';

/** An account that money may go to. */
export type PayeeAccount = { iban: string; holder: string; changedAt: Date | null };

/** How many days after a change nothing is paid to the new account: time to notice a change by a stranger. */
export const waitingDays = 3;

/** Why nothing is paid out to an organisation: the club keeps no account of it. */
export const paidByHand = 'Organisation: bitte selbst überweisen und am Konto vermerken.';

/** Why nothing can be paid out to a person now; empty where it can. */
export function whyNotPayable(account: PayeeAccount | null, today: string): string {
  if (!account) return 'Das Konto fehlt.';
  if (!account.changedAt) return '';
  const from = addDays(localOf(account.changedAt).date, waitingDays);
  return from > today ? `Das Konto ist neu, gezahlt wird ab ${germanDate(from)}.` : '';
}

type Part = { personId: string; iban: string; cents: number; remittance: string };

/** Joins payouts to one person and account into one transfer; the texts follow each other, as far as there is room. */
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
