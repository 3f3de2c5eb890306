import { and, eq, inArray, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { consent } from './table.ts';

type Granted = { personId: string; club: ClubName; userId?: string | undefined; name: string; relation: 'self' | 'guardian' };

/** Keeps what somebody agreed to when signing up, with the version of the text. */
export async function keepConsents(
  tx: Transaction,
  purposes: readonly (typeof consent.$inferSelect)['purpose'][],
  by: Granted,
): Promise<void> {
  if (purposes.length === 0) return;
  await tx.insert(consent).values(
    purposes.map((purpose) => ({
      id: randomUUID(),
      club: by.club,
      personId: by.personId,
      purpose,
      textVersion: consentTextVersion,
      grantedByUser: by.userId ?? null,
      grantedByName: by.name,
      relation: by.relation,
      grantedAt: now(),
      method: by.userId ? ('online' as const) : ('link' as const),
    })),
  );
}

/** The version of the texts that people agree to; a new text gets a new date. */
const consentTextVersion = '2026-11';

/** Withdraws one consent from now on; gives when. */
export async function revokeConsent(tx: Transaction, id: string): Promise<Date> {
  const revokedAt = now();
  await tx.update(consent).set({ revokedAt }).where(eq(consent.id, id));
  return revokedAt;
}

/** Withdraws the consent of people to the newsletter; gives how many there were. */
export async function revokeNewsletter(tx: Transaction, personIds: readonly string[]): Promise<number> {
  const revoked = await tx
    .update(consent)
    .set({ revokedAt: now() })
    .where(and(inArray(consent.personId, [...personIds]), eq(consent.purpose, 'newsletter'), isNull(consent.revokedAt)))
    .returning({ id: consent.id });
  return revoked.length;
}
