import { and, eq } from 'drizzle-orm';
import type { NameAnswerInput } from '#shared/money/payouts/contract.ts';
import { nextMessageId } from '#shared/money/payouts/rules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import { saveAccount } from './accounts.ts';
import { failItem } from './actions.ts';
import { liveItems } from './runs.ts';
import { payeeAccount, payoutItem, payoutRun, type ItemRow, type RunRow } from './table.ts';

/** The reason of items that are back since the bank found that name and account do not belong together. */
const notTheHolder = 'Laut Bank gehören Name und IBAN nicht zusammen';

/**
 * Records what the bank says of the payee of an item, for the whole transfer: a close match takes the bank's name into the file and the
 * stored account, a mismatch makes the items payable again. Returns the item as it was.
 */
export async function answerName(
  tx: Transaction,
  run: RunRow,
  { itemId, said, by }: { itemId: string; said: NameAnswerInput; by: string },
): Promise<ItemRow> {
  if (run.state !== 'downloaded') throw new Problem('wrong-state');
  const items = await liveItems(tx, run.id);
  const item = items.find(({ id }) => id === itemId);
  if (!item) throw new Problem('not-found');
  const ids = items.flatMap(({ id, personId, iban }) => (personId === item.personId && iban === item.iban ? [id] : []));
  const holder = said.answer === 'close' ? said.bankName : item.holder;
  await tx.update(payoutItem).set({ nameAnswer: said.answer, holder }).where(isAmong(payoutItem.id, ids));
  await tx
    .update(payoutRun)
    .set({ version: run.version + 1, ...(holder !== item.holder && { messageId: nextMessageId(run.messageId) }) })
    .where(eq(payoutRun.id, run.id));
  if (said.answer === 'close') await renameAccount(tx, item, holder, by);
  if (said.answer === 'mismatch') for (const id of ids) await failItem(tx, run, id, notTheHolder, by);
  return item;
}

/** An account that was changed since, or that is that of a mandate, keeps its name. */
async function renameAccount(tx: Transaction, { club, personId, iban }: ItemRow, holder: string, by: string): Promise<void> {
  const [account] = await tx
    .select()
    .from(payeeAccount)
    .where(and(eq(payeeAccount.personId, personId), eq(payeeAccount.club, club)));
  if (account?.iban === iban && account.holder !== holder) await saveAccount(tx, club, { personId, iban, holder }, by);
}
