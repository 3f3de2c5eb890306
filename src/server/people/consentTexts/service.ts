import { and, asc, eq, lte } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { firstVersions, textPurposes, type NumberedText, type TextPurpose } from '#shared/people/consentTexts/words.ts';
import { recordOf } from '#shared/kernel/keys.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { consentText } from './table.ts';

/** The text of a purpose on a day, the lowest version that needs no renewal, and all versions so far. */
export type TextInForce = NumberedText & { askedFrom: number; versions: readonly NumberedText[] };

/** The texts of a club that are in force on a day. */
export async function textsOn(
  tx: Pick<Transaction, 'select'>,
  club: ClubName,
  day: string,
): Promise<{ [purpose in TextPurpose]: TextInForce }> {
  const rows = await tx
    .select()
    .from(consentText)
    .where(and(eq(consentText.club, club), lte(consentText.fromDay, day)))
    .orderBy(asc(consentText.version));
  return recordOf(textPurposes, (purpose) => {
    const own = rows.filter((row) => row.purpose === purpose);
    const versions: NumberedText[] = [firstVersions[purpose], ...own.map(({ version, text }) => ({ version, text }))];
    const latest = versions.at(-1) ?? firstVersions[purpose];
    return { ...latest, askedFrom: own.findLast(({ asksAgain }) => asksAgain)?.version ?? 1, versions };
  });
}

/** Parses the version stored with a consent; consents from before versioning have version 1. */
export function versionOf(kept: string): number {
  return Number(kept) || 1;
}
