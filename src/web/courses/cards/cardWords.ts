import { cardStandingNames, fewVisits, type CardStanding } from '#shared/courses/cards/cardRules.ts';
import type { OwnCard, SoldCard } from '#shared/courses/cards/cardShapes.ts';

/** Who may use a card. */
export function namesOf({ people }: Pick<OwnCard, 'people'>): string {
  return people.map(({ name }) => name).join(', ');
}

/** "noch 3 von 10 Besuchen". */
export function leftInWords({ left, visits }: Pick<OwnCard, 'left' | 'visits'>): string {
  return left === 0 ? `alle ${visits} Besuche genommen` : `noch ${left} von ${visits} Besuchen`;
}

/** The state of a card as a word. */
export function cardState({ standing }: { standing: CardStanding }): string {
  return cardStandingNames[standing];
}

/** The colour of the state. */
export function toneOfCard({ standing, left }: Pick<OwnCard, 'standing' | 'left'>): 'good' | 'quiet' | 'waiting' {
  if (standing !== 'valid') return 'quiet';
  return left <= fewVisits ? 'waiting' : 'good';
}

/** Whether it is paid. */
export function chargeInWords({ charge }: Pick<SoldCard, 'charge'>): string {
  return charge || 'nichts gefordert';
}
