import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/outbox.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { organisationContact } from '../organisations/table.ts';
import type { BookingRow } from './occupancy.ts';

/**
 * Writes to the board of a club, and to those who made the bookings. With `onceKey` the same news goes out once only,
 * however often the write is repeated.
 */
export async function writeToClub(
  tx: Transaction,
  club: ClubName,
  { subject, body, onceKey, alsoTo }: { subject: string; body: string; onceKey: string; alsoTo?: string | readonly string[] | null },
): Promise<number> {
  const makers = typeof alsoTo === 'string' ? [alsoTo] : [...(alsoTo ?? [])];
  const recipients = await beyondScope(tx, () =>
    tx
      .select({ id: appUser.id, email: appUser.email })
      .from(appUser)
      .where(
        and(
          eq(appUser.club, club),
          isNull(appUser.disabledAt),
          or(eq(appUser.role, 'admin'), makers.length > 0 ? inArray(appUser.id, makers) : undefined),
        ),
      )
      .limit(50),
  );
  for (const { id, email } of recipients)
    await postMail(tx, { kind: 'notice', club, recipient: email, subject, body, onceKey: `${onceKey}:${id}` });
  return recipients.length;
}

/** Writes to whose hour it is: those who speak for the organisation, or the board of the club and who made the booking. */
export async function writeToHolder(
  tx: Transaction,
  { club, organisationId, createdBy }: Pick<BookingRow, 'club' | 'organisationId' | 'createdBy'>,
  mail: { subject: string; body: string; onceKey: string },
  makers: readonly string[] = createdBy === null ? [] : [createdBy],
): Promise<number> {
  if (organisationId !== null) return writeToContacts(tx, { club, organisationId }, mail);
  return writeToClub(tx, club, { ...mail, alsoTo: makers });
}

/** Writes to those who speak for an organisation outside of the portal; says to how many. */
export async function writeToContacts(
  tx: Transaction,
  { club, organisationId }: { club: ClubName; organisationId: string },
  { subject, body, onceKey }: { subject: string; body: string; onceKey: string },
): Promise<number> {
  const contacts = await beyondScope(tx, () =>
    tx
      .select({ id: organisationContact.id, email: organisationContact.email })
      .from(organisationContact)
      .where(and(eq(organisationContact.organisationId, organisationId), isNull(organisationContact.endedOn)))
      .orderBy(asc(organisationContact.id))
      .limit(20),
  );
  for (const { id, email } of contacts)
    await postMail(tx, { kind: 'notice', club, recipient: email, subject, body, onceKey: `${onceKey}:${id}` });
  return contacts.length;
}
