import type { OwnMandate } from '#shared/money/mandates.ts';
import { mandateSets } from '#shared/money/mandateWords.ts';
import { confirmedPeople } from '#server/people/persons/service.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { mandatesOf } from './rows.ts';

/** The standing mandates of everybody for whom a user acts with a confirmed access. */
export async function ownMandates(tx: Transaction, userId: string): Promise<OwnMandate[]> {
  const people = await confirmedPeople(tx, userId);
  return inAllClubs(tx, async () => {
    const all: OwnMandate[] = [];
    for (const { id } of people) all.push(...(await mandatesOf(tx, id)).filter(({ state }) => mandateSets.present.includes(state)));
    return all;
  });
}
