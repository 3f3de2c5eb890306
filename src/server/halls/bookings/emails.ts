import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { appUser } from '#server/accounts/users/table.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { noteWrittenToClub, writeToContacts, type HolderMail } from '../organisations/emails.ts';
import { siteOf } from '#server/platform/process/site.ts';
import type { BookingRow } from './occupancy.ts';

/**
 * Writes to the board of a club, or its superusers if it has none, and to the authors of the bookings, with a link to the page concerned.
 * With `onceKey` the email is sent only once, even if the write is repeated.
 */
export async function writeToClub(
  tx: Transaction,
  settings: Settings,
  club: ClubName,
  { alsoTo: makers = [], ...mail }: HolderMail & { alsoTo?: readonly string[] },
): Promise<number> {
  const known = await inAllClubs(tx, () =>
    tx
      .select({ id: appUser.id, email: appUser.email, role: appUser.role })
      .from(appUser)
      .where(
        and(
          eq(appUser.club, club),
          isNull(appUser.disabledAt),
          or(inArray(appUser.role, ['admin', 'super']), makers.length > 0 ? inArray(appUser.id, [...makers]) : undefined),
        ),
      )
      .limit(50),
  );
  const board = known.some(({ role }) => role === 'admin') ? 'admin' : 'super';
  const recipients = known.filter(({ id, role }) => role === board || makers.includes(id));
  const body = `${mail.body}\n${siteOf(settings, club)}${mail.page ?? '/admin/bookings'}\n`;
  for (const { id, email } of recipients) {
    const onceKey = `${mail.onceKey}:${id}`;
    await postMail(tx, { kind: 'notice', club, recipient: email, subject: mail.subject, body, onceKey });
    await noteWrittenToClub(tx, club, mail, { email, onceKey });
  }
  return recipients.length;
}

/** Writes to the holder: the contacts of the organisation, or the board of the club and the author of the booking. */
export async function writeToHolder(
  tx: Transaction,
  settings: Settings,
  { club, organisationId, createdBy }: Pick<BookingRow, 'club' | 'organisationId' | 'createdBy'>,
  mail: HolderMail,
  makers: readonly string[] = createdBy === null ? [] : [createdBy],
): Promise<number> {
  if (organisationId !== null) return writeToContacts(tx, settings, { club, organisationId }, mail);
  return writeToClub(tx, settings, club, { ...mail, alsoTo: makers });
}

/** The occupancy plan at a booking: its hall and its day. */
export function planPageOf({ facilityId, localDate }: Pick<BookingRow, 'facilityId' | 'localDate'>): string {
  return `/admin/bookings?${new URLSearchParams({ day: localDate, hall: facilityId })}`;
}
