import { eq } from 'drizzle-orm';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { pages } from '#shared/kernel/pages.ts';
import { waivableUntil } from '#shared/money/expenses/rules.ts';
import { person } from '#server/people/persons/table.ts';
import type { Write } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { ExpenseRow } from './table.ts';

/** Notifies the person of the decision on an expense if an email address is known. */
export async function notifyDecision(
  write: Write,
  settings: Settings,
  { id, club, personId, cents, purpose, spentOn, version }: ExpenseRow,
  decision: { isApproved: boolean; reason: string },
): Promise<void> {
  const [who] = await write.tx.select({ email: person.email, firstname: person.firstname }).from(person).where(eq(person.id, personId));
  if (!who?.email) return;
  const what = `Ihre Auslage „${purpose}“ vom ${germanDate(spentOn)} über ${euros(cents)}`;
  const until = germanDate(waivableUntil(localOf(now()).date));
  await postMail(write.tx, {
    kind: 'notice',
    club,
    recipient: who.email,
    subject: decision.isApproved ? 'Auslage genehmigt' : 'Auslage zurückgegeben',
    body: `Guten Tag ${who.firstname},\n\n${
      decision.isApproved
        ? `${what} ist genehmigt. Das Geld kommt mit der nächsten Sammelüberweisung auf Ihr „Konto für Auszahlungen“. Möchten Sie es lieber spenden, können Sie bis zum ${until} auf die Erstattung verzichten.`
        : `${what} wurde zurückgegeben: ${decision.reason}\n\nSie können die Auslage ändern und wieder einreichen.`
    }\n\n${siteOf(settings, club)}${pages.profile.path}/expenses\n`,
    onceKey: `expense:${id}:${version}`,
  });
}
