import { eq } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { person } from '#server/people/persons/table.ts';
import type { Write } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import type { SheetRow } from './sheets.ts';

/** Notifies the trainer of the decision on a sheet if an email address is known. */
export async function notifyDecision(
  write: Write,
  settings: Settings,
  { id, club, personId, periodFrom, periodTo, version }: SheetRow,
  decision: { isApproved: boolean; reason: string },
): Promise<void> {
  const [trainer] = await write.tx.select({ email: person.email, firstname: person.firstname }).from(person).where(eq(person.id, personId));
  if (!trainer?.email) return;
  const period = `${germanDate(periodFrom)} bis ${germanDate(periodTo)}`;
  await postMail(write.tx, {
    kind: 'notice',
    club,
    recipient: trainer.email,
    subject: decision.isApproved ? 'Stundennachweis freigegeben' : 'Stundennachweis zurückgegeben',
    body: `Guten Tag ${trainer.firstname},\n\n${
      decision.isApproved
        ? `Ihr Stundennachweis vom ${period} ist freigegeben.`
        : `Ihr Stundennachweis vom ${period} wurde zurückgegeben: ${decision.reason}\n\nBitte ändern Sie ihn und reichen Sie ihn wieder ein.`
    }\n\n${siteOf(settings, club)}/admin/hours\n`,
    onceKey: `hours:${id}:${version}`,
  });
}
