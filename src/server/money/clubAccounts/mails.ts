import { pages } from '#shared/kernel/pages.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { boardOf } from '#server/accounts/users/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails } from '#server/platform/mail/outbox.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { AccountRow } from '#server/club/bankAccounts/service.ts';

/** Tells all admins of a club what was done to one of its bank accounts, and by whom: a forged account is noticed at once. */
export async function tellBoard(
  tx: Transaction,
  settings: Settings,
  row: AccountRow,
  { what, by }: { what: string; by: string },
): Promise<void> {
  const board = await boardOf(tx, row.club);
  const uses = [row.isCollect && 'Eingänge und Lastschriften', row.isPay && 'Auszahlungen'].filter((one) => one !== false);
  const body = `Guten Tag,

${by} hat die Bankverbindung des Vereins geändert: ${what}.

Konto: ${row.name}
Kontoinhaber: ${row.holder}
IBAN: ${ibanInFours(row.iban)}
Dafür: ${uses.join(', ') || 'nichts von selbst'}
${row.isConfirmed ? '' : '\nBenutzt wird das Konto erst, wenn eine zweite Person es bestätigt.\n'}
Stimmt das nicht? Dann berichtigen Sie es gleich unter ${siteOf(settings, row.club)}${pages.adminConfig.path}#bank
`;
  await postMails(
    tx,
    board.map(({ id, email }) => ({
      kind: 'notice',
      club: row.club,
      recipient: email,
      subject: 'Bankverbindung des Vereins geändert',
      body,
      onceKey: `club-account:${row.id}:${row.version}:${id}`,
    })),
  );
}
