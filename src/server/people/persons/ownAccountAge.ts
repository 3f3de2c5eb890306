import { ageOn, isMinor } from '#shared/kernel/age.ts';
import type { SharedAccess } from '#shared/people/invitations.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Relation } from './accessGrants.ts';

/** Throws if somebody who enters themselves is too young for an own account: mostly it is a child, entered as the parent. */
export async function requireOwnAge(tx: Transaction, birthDate: string): Promise<void> {
  const from = await unreachedAge(tx, birthDate);
  if (from !== undefined)
    throw fieldProblem('birthDate', `Sich selbst trägt man ab ${from} Jahren ein. Für ein Kind wählen Sie oben „mein Kind“.`);
}

/** Throws if a person is younger than the configured age for an own account, or is no minor for whom a parent acts. */
export async function requireAge(tx: Transaction, { birthDate }: { birthDate: string | null }, relation: Relation): Promise<void> {
  if (relation === 'guardian' && !isMinor(birthDate, today()))
    throw fieldProblem('relation', 'Ein Elternteil handelt nur für ein Kind unter 18 Jahren.');
  if (relation !== 'self' || !birthDate) return;
  const from = await unreachedAge(tx, birthDate);
  if (from !== undefined) throw fieldProblem('relation', `Ein eigenes Konto ist ab ${from} Jahren möglich.`);
}

/** As what somebody may be invited to act for a person: a parent for a minor, the person if old enough for an own account. */
export async function invitableRelations(tx: Transaction, birthDate: string | null): Promise<SharedAccess['relations']> {
  const isTooYoung = birthDate !== null && (await unreachedAge(tx, birthDate)) !== undefined;
  return [...(isMinor(birthDate, today()) ? (['guardian'] as const) : []), ...(isTooYoung ? [] : (['self'] as const))];
}

/** The configured age for an own account, if somebody has not reached it yet. */
async function unreachedAge(tx: Transaction, birthDate: string): Promise<number | undefined> {
  const from = await readParameter(tx, 'people.ownAccountFromAge');
  return ageOn(birthDate, today()) < from ? from : undefined;
}
