import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/outbox.ts';
import { appUser } from '#server/accounts/users/table.ts';

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
