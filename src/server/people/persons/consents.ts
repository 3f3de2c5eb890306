import { and, desc, eq, isNull } from 'drizzle-orm';
import { consentNames, freeConsents } from '#shared/people/consents.ts';
import { isTextPurpose } from '#shared/people/consentTexts/words.ts';
import type { OwnConsent } from '#shared/people/people.ts';
import { isMinor } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { textsOn, versionOf, type TextInForce } from '../consentTexts/service.ts';
import { keepConsents, revokeConsent } from './consentRows.ts';
import { ownPeople, type OwnPersonRow } from './service.ts';
import { consent } from './table.ts';

type Kept = typeof consent.$inferSelect;
type Texts = Awaited<ReturnType<typeof textsOn>>;

/** The consents of a user's family: the latest valid one of each person and purpose. */
export async function ownConsents(tx: Transaction, userId: string): Promise<OwnConsent[]> {
  const found: OwnConsent[] = [];
  for (const of of await ownPeople(tx, userId)) {
    await enterScope(tx, of.club);
    const texts = await textsOn(tx, of.club, today());
    const rows = await tx
      .select()
      .from(consent)
      .where(and(eq(consent.personId, of.id), isNull(consent.revokedAt)))
      .orderBy(desc(consent.grantedAt), consent.id)
      .limit(200);
    const latest = new Map(rows.toReversed().map((row) => [row.purpose, row]));
    for (const row of latest.values()) found.push(toOwn(row, of, texts));
  }
  return found;
}

function toOwn(row: Kept, of: OwnPersonRow, texts: Texts): OwnConsent {
  const inForce = isTextPurpose(row.purpose) ? texts[row.purpose] : undefined;
  const version = versionOf(row.textVersion);
  return {
    id: row.id,
    personId: of.id,
    name: fullName(of),
    purpose: row.purpose,
    textVersion: String(version),
    text: inForce?.versions.find((one) => one.version === version)?.text ?? null,
    asked: inForce && isAsked(inForce, version, row, of) ? { version: inForce.version, text: inForce.text } : null,
    grantedAt: row.grantedAt.toISOString(),
    grantedByName: row.grantedByName,
    mayWithdraw: freeConsents.some((one) => one === row.purpose),
  };
}

/** Whether a consent must be renewed: the text has changed materially, or parents consented for a person who is of age now. */
function isAsked({ askedFrom }: TextInForce, version: number, row: Kept, of: OwnPersonRow): boolean {
  if (of.relation === 'delegate') return false;
  const isOfAge = of.relation === 'self' && of.birthDate !== null && !isMinor(of.birthDate, today());
  return version < askedFrom || (isOfAge && row.relation === 'guardian');
}

/** Withdraws a consent of the user's family; a health note is deleted with it. */
export function withdrawConsent(context: Context, id: string): Promise<{ ok: true }> {
  return onOwnConsent(context, id, async (write, own) => {
    if (!own.mayWithdraw) throw new Problem('wrong-state');
    await revokeConsent(write.tx, own.row);
    return 'Einwilligung widerrufen';
  });
}

/** Consents to the new version of a text; the earlier consent is kept. */
export function renewConsent(context: Context, id: string, version: number): Promise<{ ok: true }> {
  const viewer = signedIn(context);
  return onOwnConsent(context, id, async (write, { asked, row, of }) => {
    if (!asked) throw new Problem('wrong-state');
    // The text has changed again since it was shown.
    if (asked.version !== version) throw new Problem('conflict');
    const relation = of.relation === 'self' ? 'self' : 'guardian';
    await keepConsents(write.tx, [row.purpose], { personId: of.id, club: of.club, userId: viewer.userId, name: viewer.name, relation });
    return `Fassung ${version} zugestimmt`;
  });
}

type Own = OwnConsent & { row: Kept; of: OwnPersonRow };

/** Runs `work` on a valid consent of the user's family; of two concurrent calls the second finds the result of the first. */
function onOwnConsent(context: Context, id: string, work: (write: Write, own: Own) => Promise<string>): Promise<{ ok: true }> {
  const viewer = signedIn(context);
  return context.write(async (write) => {
    const { tx } = write;
    const of = await ownerOf(tx, viewer.userId, id);
    if (!of) throw new Problem('not-found');
    await enterScope(tx, of.club);
    const [row] = await tx.select().from(consent).where(eq(consent.id, id)).for('update');
    const own = (await ownConsents(tx, viewer.userId)).find((one) => one.id === id);
    // Answered or withdrawn in the meantime.
    if (!own || !row) throw new Problem('wrong-state');
    await enterScope(tx, of.club);
    const words = await work(write, { ...own, row, of });
    write.changed({ collection: 'participants', club: of.club, entityId: of.id });
    write.audit(
      'profile.update',
      { club: of.club, id: of.id, entity: 'participants' },
      `${words}: ${consentNames[own.purpose]} (${own.name})`,
    );
    return { ok: true } as const;
  });
}

/** The person of the user's family who gave a consent, valid or not. */
async function ownerOf(tx: Transaction, userId: string, id: string): Promise<OwnPersonRow | undefined> {
  for (const of of await ownPeople(tx, userId)) {
    await enterScope(tx, of.club);
    if ((await tx.$count(consent, and(eq(consent.id, id), eq(consent.personId, of.id)))) > 0) return of;
  }
  return undefined;
}
