import { and, eq, gte, isNotNull, lt, min, ne, or } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { isAnnounced } from '#shared/money/sepaRules.ts';
import type { Debit } from '#shared/money/sepaRuns.ts';
import { readParameter } from '#server/club/config/service.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { insertRows } from '#server/platform/database/insertRows.ts';
import { postMails, type Mail } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { labelsOf } from '../charges/forWhom.ts';
import { groupedByMandate, type Group, type RunRow } from './sepaFile.ts';
import type { Collectable } from './sepaItems.ts';
import { sepaNotice } from './table.ts';

type Item = Collectable['items'][number];

/** How the payers of each mandate are notified of a debit on a day; some were notified before. */
export async function noticesFor(tx: Transaction, day: string, items: readonly Item[]): Promise<Map<string, Debit['notice']>> {
  const noticeDays = await readParameter(tx, 'sepa.noticeDays');
  const byMandate = Map.groupBy(items, ({ mandateId }) => mandateId);
  const rows = await tx
    .select()
    .from(sepaNotice)
    .where(
      and(
        eq(sepaNotice.dueOn, day),
        isAmong(sepaNotice.mandateId, byMandate.keys()),
        // A letter that was not posted yet does not count.
        or(ne(sepaNotice.channel, 'letter'), isNotNull(sepaNotice.postedOn)),
      ),
    );
  const told = Map.groupBy(rows, ({ mandateId }) => mandateId);
  return new Map(
    [...byMandate].map(([mandateId, of]) => {
      const cents = sumOfCents(of);
      const isNotified = isAnnounced(told.get(mandateId) ?? [], { dueOn: day, cents }, noticeDays);
      return [mandateId, isNotified ? 'told' : of[0]?.payerEmail ? 'mail' : 'letter'];
    }),
  );
}

/** The first day between two days for which the club announced a debit. */
export async function firstAnnounced(tx: Transaction, club: ClubName, from: string, before: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ day: min(sepaNotice.dueOn) })
    .from(sepaNotice)
    .where(and(eq(sepaNotice.club, club), gte(sepaNotice.dueOn, from), lt(sepaNotice.dueOn, before)));
  return row?.day ?? undefined;
}

/** How the payer of each mandate was notified with a run. */
export async function noticesOfRun(tx: Transaction, runId: string): Promise<Map<string, Debit['notice']>> {
  const rows = await tx.select().from(sepaNotice).where(eq(sepaNotice.runId, runId));
  return new Map(rows.map(({ mandateId, channel }) => [mandateId, channel]));
}

/** Sends the advance notice that SEPA requires: amount, day, mandate and creditor; one for each debit without one. */
export async function announce(tx: Transaction, run: RunRow, items: Collectable['items']): Promise<void> {
  const notices = await noticesFor(tx, run.collectionDate, items);
  const untold = groupedByMandate(items.filter(({ mandateId }) => notices.get(mandateId) !== 'told'));
  const rows = untold.map((group) => ({
    id: randomUUID(),
    club: run.club,
    mandateId: group[0].mandateId,
    dueOn: run.collectionDate,
    cents: sumOfCents(group),
    toldOn: today(),
    channel: notices.get(group[0].mandateId) === 'mail' ? ('mail' as const) : ('letter' as const),
    runId: run.id,
    createdAt: now(),
  }));
  await insertRows(tx, sepaNotice, rows);
  const emails = new Map(items.map(({ mandateId, payerEmail }) => [mandateId, payerEmail]));
  const labelOf = await labelsOf(
    tx,
    items.map(({ chargeId: id }) => ({ id })),
  );
  const labels = new Map(items.map(({ chargeId: id, reference, label }) => [id, `${reference} ${labelOf({ id, label })}`]));
  const mails = untold.flatMap((group) => mailOf(run, group, emails.get(group[0].mandateId), labels));
  await postMails(tx, mails);
}

function mailOf(run: RunRow, group: Group<Item>, recipient: string | null | undefined, labels: ReadonlyMap<string, string>): Mail[] {
  if (!recipient) return [];
  const [first] = group;
  const day = germanDate(run.collectionDate);
  const lines = group.map((one) => `- ${labels.get(one.chargeId)}: ${euros(one.cents)}`).join('\n');
  return [
    {
      kind: 'notice',
      club: run.club,
      recipient,
      subject: `Ankündigung der Lastschrift am ${day}`,
      body: `Guten Tag,\n\nwir ziehen am ${day} ${euros(sumOfCents(group))} von Ihrem Konto ${maskedIban(first.iban)} ein:\n\n${lines}\n\nMandatsreferenz: ${first.mandateReference}\nGläubiger-Identifikationsnummer: ${run.creditorId}\n\nBitte sorgen Sie für die Deckung des Kontos. Fragen? Antworten Sie dem Verein gern.\n\n${run.creditorName}\n`,
      onceKey: `sepa:${run.id}:${first.mandateId}`,
    },
  ];
}
