import { unconfirmedDays } from '#shared/halls/hallRequests/hallRequests.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import { writeToClub } from '../bookings/emails.ts';
import type { LeftDay } from './requestFor.ts';
import { hallRequest, type HallRequestRow } from './table.ts';

/** Sends a link to confirm the address. */
export async function postConfirm(tx: Transaction, settings: Settings, row: HallRequestRow, wants: readonly string[]): Promise<void> {
  const link = `${siteOf(settings, row.club)}/hallRequest/${await issueLink(tx, hallRequest, row.id)}`;
  await postMail(tx, {
    kind: 'manage',
    club: row.club,
    recipient: row.email,
    subject: 'Bitte bestätigen: Ihre Anfrage für eine Hallenzeit',
    body: `Guten Tag ${row.contactName},\n\nfür „${row.organisationName}“ wurde angefragt:\n\n${listed(wants)}\n\nBitte bestätigen Sie die Anfrage über diesen Link; erst dann wird sie gelesen:\n${link}\n\nHaben Sie nichts angefragt, brauchen Sie nichts zu tun: Ohne Bestätigung wird sie nach ${unconfirmedDays} Tagen gelöscht.\n`,
    onceKey: `hallRequest:${row.id}:confirm`,
    subjectId: row.id,
  });
}

/** Notifies the board of the deciding club. */
export async function notifyManager(tx: Transaction, settings: Settings, row: HallRequestRow, wants: readonly string[]): Promise<void> {
  await writeToClub(tx, settings, row.club, {
    subject: `Neue Anfrage für eine Hallenzeit: ${row.organisationName}`,
    body: `${row.organisationName} (${row.contactName}) fragt an, für ${row.purpose}:\n\n${listed(wants)}\n`,
    page: '/admin/bookings/requests',
    onceKey: `hallRequest:${row.id}:new`,
  });
}

/** Confirms that the request was accepted and will be decided with all others, and names the days that are omitted already. */
export function postLinked(tx: Transaction, row: HallRequestRow, wants: readonly string[], left: readonly LeftDay[]): Promise<void> {
  const closed =
    left.length > 0 &&
    `An diesen Tagen ist die Halle geschlossen, sie fallen aus:\n${listed(left.map(({ date, reason }) => `${germanDate(date)}: ${reason}`))}\n\n`;
  return post(tx, row, {
    subject: 'Ihre Anfrage für eine Hallenzeit ist aufgenommen',
    text: `wir haben Ihre Anfrage aufgenommen:\n\n${listed(wants)}\n\n${closed || ''}Noch ist nichts zugesagt: Sie bekommen eine weitere Mail, sobald entschieden ist.`,
    key: 'linked',
  });
}

/** Sends the rejection with its reason. */
export function postRejected(tx: Transaction, row: HallRequestRow, wants: readonly string[]): Promise<void> {
  return post(tx, row, {
    subject: 'Ihre Anfrage für eine Hallenzeit',
    text: `leider können wir Ihnen diese Zeiten nicht geben:\n\n${listed(wants)}\n\nGrund: ${row.reason}`,
    key: 'rejected',
  });
}

type Email = { subject: string; text: string; key: string };

async function post(tx: Transaction, row: HallRequestRow, { subject, text, key }: Email): Promise<void> {
  await postMail(tx, {
    kind: 'notice',
    club: row.club,
    recipient: row.email,
    subject,
    body: `Guten Tag ${row.contactName},\n\n${text}\n`,
    onceKey: `hallRequest:${row.id}:${key}:${now().getTime()}`,
    subjectId: row.id,
  });
}

function listed(wants: readonly string[]): string {
  return wants.map((want) => `- ${want}`).join('\n');
}
