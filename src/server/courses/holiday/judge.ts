import { courseSets } from '#shared/courses/courseStates.ts';
import { reasonsAgainst } from '#shared/courses/eligibility.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { membersOn } from '#server/people/members/service.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import type { OfferFacts } from './facts.ts';

/** A child as far as an offer asks: age, gender, and the club that it belongs to. */
export type Wisher = { id: string; club: ClubName; birthDate: string | null; gender: string | null };

/** Why an offer does not take a child, as a sentence; empty where it does. */
export type Unfit = (offer: OfferFacts, child: Wisher) => string;

/** Reads what judging children needs: who of them is a member. */
export async function judgeOf(tx: Transaction, children: readonly Wisher[]): Promise<Unfit> {
  const members = await inAllClubs(tx, () =>
    membersOn(
      tx,
      children.map(({ id }) => id),
      today(),
    ),
  );
  return ({ row }, child) => {
    if (!courseSets.running.includes(row.status)) return 'Das Angebot fällt aus.';
    if (!courseSets.open.includes(row.status)) return 'Das Angebot nimmt zurzeit niemanden auf.';
    const isMember = child.club === row.club && members.has(child.id);
    if (row.isMembersOnly && !isMember) return 'Nur für Mitglieder.';
    return reasonsAgainst(row, child, today()).join(' ');
  };
}
