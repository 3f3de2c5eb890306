import { Document } from 'sepa';
import { localOf } from '#shared/kernel/calendar.ts';
import { transfersOf } from '#shared/money/payouts/rules.ts';
import { sepaText } from '#shared/money/sepaRules.ts';
import { wallClock } from '../sepa/sepaFile.ts';
import type { ItemRow, RunRow } from './table.ts';

/** The file for the bank (pain.001.001.09) from the stored rows, in a fixed order: always the same bytes. */
export function payoutFile(run: RunRow, items: readonly ItemRow[]): string {
  const document = new Document('pain.001.001.09');
  const { date, time } = localOf(run.createdAt);
  document.grpHdr.id = run.messageId;
  document.grpHdr.created = wallClock(date, time);
  document.grpHdr.initiatorName = sepaText(run.debtorName, 70);
  const batch = document.createPaymentInfo();
  batch.id = 'OUT';
  batch.batchBooking = true;
  batch.requestedExecutionDate = wallClock(run.executionOn);
  batch.debtorName = sepaText(run.debtorName, 70);
  batch.debtorIBAN = run.debtorIban;
  document.addPaymentInfo(batch);
  for (const { first, cents, remittance } of transfersOf(items.toSorted((one, other) => (one.id < other.id ? -1 : 1)))) {
    const transfer = batch.createTransaction();
    transfer.end2endId = first.endToEndId;
    transfer.amount = cents / 100;
    transfer.creditorName = sepaText(first.holder, 70);
    transfer.creditorIBAN = first.iban;
    transfer.remittanceInfo = sepaText(remittance, 140);
    batch.addTransaction(transfer);
  }
  return document.toString();
}
