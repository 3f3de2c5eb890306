import { Document } from 'sepa';
import { localOf } from '#shared/kernel/calendar.ts';
import { sequenceTypes } from '#shared/money/chargeWords.ts';
import { sepaText } from '#shared/money/sepaRules.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { sepaRun, sepaRunItem } from '../charges/table.ts';

export type RunRow = typeof sepaRun.$inferSelect;
export type ItemRow = typeof sepaRunItem.$inferSelect;

/**
 * The file for the bank. It is generated from the stored rows in a fixed order, so it is always the same. Postal addresses of payers are
 * omitted: unstructured ones are forbidden since 15 November 2026. Only this module uses the library.
 */
export function sepaFile(run: RunRow, items: readonly ItemRow[]): string {
  const document = new Document('pain.008.001.08');
  const { date, time } = localOf(run.createdAt);
  document.grpHdr.id = run.messageId;
  document.grpHdr.created = wallClock(date, time);
  document.grpHdr.initiatorName = sepaText(run.creditorName, 70);
  for (const sequence of sequenceTypes) {
    const debits = groupedByMandate(items.filter((item) => item.sequence === sequence));
    if (debits.length === 0) continue;
    const batch = document.createPaymentInfo();
    batch.id = sequence;
    batch.batchBooking = true;
    batch.localInstrumentation = 'CORE';
    batch.sequenceType = sequence;
    batch.collectionDate = wallClock(run.collectionDate);
    batch.creditorId = run.creditorId;
    batch.creditorName = sepaText(run.creditorName, 70);
    batch.creditorIBAN = run.creditorIban;
    document.addPaymentInfo(batch);
    for (const [first, ...rest] of debits) {
      const debit = batch.createTransaction();
      debit.end2endId = first.endToEndId;
      debit.amount = sumOfCents([first, ...rest]) / 100;
      debit.mandateId = first.mandateReference;
      debit.mandateSignatureDate = wallClock(first.signedOn);
      debit.debtorName = sepaText(first.accountHolder, 70);
      debit.debtorIBAN = first.iban;
      if (first.formerCreditorId) debit.amendment = { originalCreditorSchemeId: first.formerCreditorId };
      debit.remittanceInfo = sepaText([first, ...rest].map(({ remittance }) => remittance).join(', '), 140);
      batch.addTransaction(debit);
    }
  }
  return document.toString();
}

type Grouped = Pick<ItemRow, 'mandateId' | 'mandateReference' | 'iban' | 'remittance' | 'chargeId'> & { endToEndId?: string };
/** The items of one debit. */
export type Group<Item = ItemRow> = [Item, ...Item[]];

/**
 * Groups the items of one mandate and account into one debit; debits are sorted by their end-to-end id or, before they are in a run, by
 * their mandate.
 */
export function groupedByMandate<Item extends Grouped>(items: readonly Item[]): Group<Item>[] {
  const groups = new Map<string, Group<Item>>();
  const ordered = items.map((item) => ({
    item,
    order: `${item.endToEndId ?? item.mandateReference} ${item.iban} ${item.remittance} ${item.chargeId}`,
  }));
  for (const { item } of ordered.toSorted((a, b) => (a.order < b.order ? -1 : 1))) {
    const key = `${item.mandateId} ${item.iban}`;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

/** The library writes local time: constructed as such, a day stays the same in every time zone. */
export function wallClock(date: string, time = '12:00'): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(year, month - 1, day, hours, minutes);
}
