import { and, eq, inArray, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { freeConsents } from '#shared/people/consents.ts';
import { isTextPurpose } from '#shared/people/consentTexts/words.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { textsOn } from '../consentTexts/service.ts';
import { careNote, consent } from './table.ts';

type Granted = {
  personId: string;
  club: ClubName;
  userId?: string | undefined;
  name: string;
  relation: 'self' | 'guardian';
  /** The date of the consent, if recorded later; defaults to today. */
  saidOn?: string | undefined;
};

/** Stores the consents given with an enrolment, with their text versions. */
export async function keepConsents(
  tx: Transaction,
  purposes: readonly (typeof consent.$inferSelect)['purpose'][],
  by: Granted,
): Promise<void> {
  if (purposes.length === 0) return;
  const texts = purposes.some(isTextPurpose) ? await textsOn(tx, by.club, by.saidOn ?? today()) : undefined;
  await tx.insert(consent).values(
    purposes.map((purpose) => ({
      id: randomUUID(),
      club: by.club,
      personId: by.personId,
      purpose,
      textVersion: String(texts && isTextPurpose(purpose) ? texts[purpose].version : 1),
      grantedByUser: by.userId ?? null,
      grantedByName: by.name,
      relation: by.relation,
      grantedAt: now(),
      method: by.userId ? ('online' as const) : ('link' as const),
    })),
  );
}

type Kept = Pick<typeof consent.$inferSelect, 'id' | 'personId' | 'purpose'>;

/**
 * Withdraws a consent; returns the time. A voluntary consent is withdrawn for all its rows, and a health note is
 * deleted with it; other consents belong to one enrolment each.
 */
export async function revokeConsent(tx: Transaction, { id, personId, purpose }: Kept): Promise<Date> {
  const revokedAt = now();
  const isFree = freeConsents.some((one) => one === purpose);
  const which = isFree ? and(eq(consent.personId, personId), eq(consent.purpose, purpose)) : eq(consent.id, id);
  await tx
    .update(consent)
    .set({ revokedAt })
    .where(and(which, isNull(consent.revokedAt)));
  if (purpose === 'health_note')
    await tx.update(careNote).set({ healthNote: null, updatedAt: revokedAt }).where(eq(careNote.personId, personId));
  return revokedAt;
}

/** Withdraws newsletter consents; returns their number. */
export async function revokeNewsletter(tx: Transaction, personIds: readonly string[]): Promise<number> {
  const revoked = await tx
    .update(consent)
    .set({ revokedAt: now() })
    .where(and(inArray(consent.personId, [...personIds]), eq(consent.purpose, 'newsletter'), isNull(consent.revokedAt)))
    .returning({ id: consent.id });
  return revoked.length;
}
