import { and, asc, eq, lte } from 'drizzle-orm';
import type { MailState } from '#shared/content/mails.ts';
import { may } from '#shared/kernel/rights.ts';
import { boardOf } from '#server/accounts/users/service.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { everyClub, type Transaction, type Write } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { dispatch } from './sending.ts';
import { mailMessage } from './table.ts';
import type { MailRow } from './view.ts';

/** Locks an e-mail in one of these states; a concurrent second caller finds another state and gets a problem. */
export async function lockMail(tx: Transaction, id: string, states: readonly MailState[]): Promise<MailRow> {
  const [row] = await tx.select().from(mailMessage).where(eq(mailMessage.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  if (!states.includes(row.state)) throw new Problem('wrong-state');
  return row;
}

/** Sends all scheduled e-mails that are due, each in its own transaction. */
export async function sendPlanned(services: Pick<Services, 'database' | 'settings'>): Promise<void> {
  while (await services.database.write(everyClub, (write) => sendNext(services.settings, write)));
}

/** Sends the oldest due e-mail, or turns it back into a draft with the reason; returns false if none is due. */
async function sendNext(settings: Services['settings'], write: Write): Promise<boolean> {
  const { tx } = write;
  const [row] = await tx
    .select()
    .from(mailMessage)
    .where(and(eq(mailMessage.state, 'planned'), lte(mailMessage.sendAt, now())))
    .orderBy(asc(mailMessage.sendAt), asc(mailMessage.id))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!row) return false;
  if (!(await mayStillSend(tx, row))) {
    await hold(write, row, `${row.sender} darf keine Rundmails mehr senden.`);
    return true;
  }
  try {
    const { displayName } = (await readClubs({ orm: tx }))[row.club];
    await dispatch(write, row, { clubName: displayName, site: siteOf(settings, row.club) });
  } catch (error) {
    // A rejected audience throws before any write, so the transaction can continue.
    if (!(error instanceof Problem)) throw error;
    await hold(write, row, error.fields?.[0]?.message ?? 'Die Empfänger gibt es nicht mehr.');
  }
  return true;
}

async function mayStillSend(tx: Transaction, row: MailRow): Promise<boolean> {
  if (!row.createdBy) return false;
  const [author] = await tx.select().from(appUser).where(eq(appUser.id, row.createdBy));
  if (!author || author.disabledAt) return false;
  return may({ role: author.role }, 'mail.send', author.club === row.club ? 'club' : 'other') !== undefined;
}

/** Turns a scheduled e-mail that cannot be sent back into a draft, and notifies the board. */
async function hold(write: Write, row: MailRow, reason: string): Promise<void> {
  const { tx } = write;
  const { id, club, subject, sender } = row;
  await tx.update(mailMessage).set({ state: 'draft', sendAt: null, heldBecause: reason }).where(eq(mailMessage.id, id));
  const board = await boardOf(tx, club);
  const body = `Guten Tag,\n\ndie geplante Rundmail „${subject}“ von ${sender} wurde nicht gesendet: ${reason}\nSie liegt unter „Rundmails“, „Gesendet und Entwürfe“.\n`;
  for (const to of board)
    await postMail(tx, {
      kind: 'notice',
      club,
      recipient: to.email,
      subject: `Nicht gesendet: ${subject}`,
      body,
      onceKey: `mail-held:${id}:${row.sendAt?.getTime() ?? 0}:${to.id}`,
    });
  write.audit('mail.send', { club, id, entity: 'mails', by: { name: sender } }, `Geplante Rundmail „${subject}“ angehalten: ${reason}`);
  write.changed({ collection: 'mails', club, entityId: id });
}
