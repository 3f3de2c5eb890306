import { and, eq, inArray, isNull } from 'drizzle-orm';
import { consentNames, memberConsents } from '#shared/people/consents.ts';
import type { OfferedConsent } from '#shared/people/people.ts';
import { isMinor } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { enterScope, everyClub, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { textsOn } from '../consentTexts/service.ts';
import { membersOn } from '../members/service.ts';
import { keepConsents } from './consentRows.ts';
import { ownPeople, type OwnPersonRow } from './service.ts';
import { consent, person } from './table.ts';

/** Consents that can be given without an enrolment, for members of the user's family: photos and the newsletter. */
export async function offeredConsents(tx: Transaction, userId: string): Promise<OfferedConsent[]> {
  const people = (await ownPeople(tx, userId)).filter(mayAgree);
  if (people.length === 0) return [];
  const ids = people.map(({ id }) => id);
  await enterScope(tx, everyClub.club);
  const members = await membersOn(tx, ids, today());
  const given = await tx
    .select({ personId: consent.personId, purpose: consent.purpose })
    .from(consent)
    .where(and(inArray(consent.personId, ids), isNull(consent.revokedAt)));
  const found: OfferedConsent[] = [];
  for (const of of people.filter(({ id }) => members.has(id))) {
    const texts = await textsOn(tx, of.club, today());
    for (const purpose of memberConsents)
      if (!given.some((one) => one.personId === of.id && one.purpose === purpose))
        found.push({ personId: of.id, name: fullName(of), purpose, version: texts[purpose].version, text: texts[purpose].text });
  }
  return found;
}

/** Gives one of these consents; of two concurrent calls the second finds it given. */
export function giveConsent(
  context: Context,
  { personId, purpose, version }: Pick<OfferedConsent, 'personId' | 'purpose' | 'version'>,
): Promise<{ ok: true }> {
  const viewer = signedIn(context);
  return context.write(async (write) => {
    const of = (await ownPeople(write.tx, viewer.userId)).find(({ id }) => id === personId);
    if (!of || !mayAgree(of)) throw new Problem('not-found');
    await enterScope(write.tx, of.club);
    await write.tx.select({ id: person.id }).from(person).where(eq(person.id, personId)).for('update');
    const offered = (await offeredConsents(write.tx, viewer.userId)).find((one) => one.personId === personId && one.purpose === purpose);
    if (!offered) throw new Problem('wrong-state');
    // The text has changed since it was shown.
    if (offered.version !== version) throw new Problem('conflict');
    await enterScope(write.tx, of.club);
    const relation = of.relation === 'self' ? 'self' : 'guardian';
    await keepConsents(write.tx, [purpose], { personId, club: of.club, userId: viewer.userId, name: viewer.name, relation });
    write.changed({ collection: 'participants', club: of.club, entityId: personId });
    write.audit(
      'profile.update',
      { club: of.club, id: personId, entity: 'participants' },
      `Zugestimmt: ${consentNames[purpose]} (${fullName(of)})`,
    );
    return { ok: true } as const;
  });
}

/** Parents consent for children, adults for themselves; delegates cannot consent. */
function mayAgree({ relation, birthDate }: OwnPersonRow): boolean {
  return relation === 'guardian' || (relation === 'self' && !isMinor(birthDate, today()));
}
