import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { consentNames, freeConsents } from '#shared/people/consents.ts';
import type { OwnConsent } from '#shared/people/people.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { careNote } from './table.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { ownPeople } from './service.ts';
import { consent } from './table.ts';

const isFree = (purpose: string) => freeConsents.some((one) => one === purpose);

/** What somebody agreed to for themselves and their children: the latest of each person and purpose that still holds. */
export async function ownConsents(tx: Transaction, userId: string): Promise<OwnConsent[]> {
  const people = await ownPeople(tx, userId);
  const found: OwnConsent[] = [];
  for (const { id, club, firstname, lastname } of people) {
    await enterScope(tx, club);
    const rows = await tx
      .select()
      .from(consent)
      .where(and(eq(consent.personId, id), isNull(consent.revokedAt)))
      .orderBy(desc(consent.grantedAt), consent.id)
      .limit(200);
    const latest = new Map(rows.toReversed().map((row) => [row.purpose, row]));
    for (const row of latest.values())
      found.push({
        id: row.id,
        personId: id,
        name: fullName({ firstname, lastname }),
        purpose: row.purpose,
        textVersion: row.textVersion,
        grantedAt: row.grantedAt.toISOString(),
        grantedByName: row.grantedByName,
        mayWithdraw: isFree(row.purpose),
      });
  }
  return found;
}

/** Withdraws a consent of one's own people from now on; a health note goes with it. */
export function withdrawConsent(context: Context, id: string): Promise<{ ok: true }> {
  const viewer = signedIn(context);
  return context.write(async (write) => {
    const own = (await ownConsents(write.tx, viewer.userId)).find((one) => one.id === id);
    const of = own && (await ownPeople(write.tx, viewer.userId)).find((one) => one.id === own.personId);
    if (!own || !of) throw new Problem('not-found');
    if (!own.mayWithdraw) throw new Problem('wrong-state');
    await enterScope(write.tx, of.club);
    const purposes = freeConsents.filter((one) => one === own.purpose);
    await write.tx
      .update(consent)
      .set({ revokedAt: now() })
      .where(and(eq(consent.personId, of.id), inArray(consent.purpose, purposes), isNull(consent.revokedAt)));
    if (own.purpose === 'health_note')
      await write.tx.update(careNote).set({ healthNote: null, updatedAt: now() }).where(eq(careNote.personId, of.id));
    write.changed({ collection: 'participants', club: of.club, entityId: of.id });
    write.audit(
      'profile.update',
      { club: of.club, id: of.id, entity: 'participants' },
      `Einwilligung widerrufen: ${consentNames[own.purpose]} (${own.name})`,
    );
    return { ok: true } as const;
  });
}
