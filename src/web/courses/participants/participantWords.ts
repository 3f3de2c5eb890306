import { germanDate } from '#shared/kernel/calendar.ts';
import { enrolmentStateNames, enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { priceCategoryNames } from '#shared/courses/courseWords.ts';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { today } from '#web/lib/berlinDay.ts';
import { euros } from '#shared/kernel/money.ts';
import type { ListedEnrolment } from '#shared/courses/enrolmentShapes.ts';

/** What is good to know of somebody at one glance: age, membership, price, and what to mind. */
export function detailsOf(one: ListedEnrolment): string {
  const price = one.priceCents !== null && [one.priceCategory && `Preis ${priceCategoryNames[one.priceCategory]}`, euros(one.priceCents)];
  return [
    one.age !== null && `${one.age} Jahre`,
    one.isMember ? 'Mitglied' : 'kein Mitglied',
    one.isGroup && 'nur zusammen',
    price && price.filter(Boolean).join(' '),
    !one.mayBePhotographed && 'keine Fotos',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The same for a sheet that goes round: neither what somebody pays nor who is a member is for the others to read. */
export function openDetailsOf({ age, mayBePhotographed }: ListedEnrolment): string {
  return [age !== null && `${age} Jahre`, !mayBePhotographed && 'keine Fotos'].filter(Boolean).join(' · ');
}

function isPausing(pause: ListedEnrolment['pause']): boolean {
  return pause !== null && pause.from <= today();
}

/** Where an enrolment stands; of somebody who waits, at which place of the list. */
export function stateOf({ state, position, leavesOn, pause }: ListedEnrolment): string {
  if (state === 'confirmed') {
    const stay = leavesOn === null ? enrolmentStateNames.confirmed : `dabei bis ${germanDate(leavesOn)}`;
    if (!pause) return stay;
    const until = germanDate(pause.to);
    return isPausing(pause) ? `pausiert bis ${until}` : `${stay}, Pause ${germanDate(pause.from)} bis ${until}`;
  }
  return position === null ? enrolmentStateNames[state] : `wartet, Nr. ${position}`;
}

/** How good that is. */
export function toneOf({ state, pause }: ListedEnrolment): 'good' | 'quiet' | 'waiting' {
  if (isPausing(pause)) return 'quiet';
  if (enrolmentSets.attending.includes(state)) return 'good';
  return enrolmentSets.undecided.includes(state) ? 'waiting' : 'quiet';
}

/** How long the family has to answer what it is offered, or to take back what it gave up; empty where there is nothing. */
export function untilOf({ offerExpiresAt, swapUntil, keptUntil }: ListedEnrolment): string {
  if (keptUntil) return `der Platz bleibt bis ${formatTime(keptUntil)} Uhr frei gehalten, falls es ein Versehen war`;
  if (swapUntil) return `Tausch angeboten bis ${formatDateTime(swapUntil)}`;
  return offerExpiresAt ? `bis ${formatDateTime(offerExpiresAt)}` : '';
}

/** The address that calls a number. */
export function callTo(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`;
}
