import { germanDate } from '#shared/kernel/calendar.ts';
import { enrolmentStateNames, enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { coursePaymentNames } from '#shared/courses/participants/payments.ts';
import { priceCategoryNames } from '#shared/courses/courseWords.ts';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { today } from '#web/lib/berlinDay.ts';
import { euros } from '#shared/kernel/money.ts';
import type { ListedEnrolment, StaffedList } from '#shared/courses/enrolmentShapes.ts';

/** The details of a participant in one line: age, membership, price, and remarks. */
export function detailsOf(one: ListedEnrolment): string {
  const price = one.priceCents !== null && [one.priceCategory && `Preis ${priceCategoryNames[one.priceCategory]}`, euros(one.priceCents)];
  return [
    one.age !== null && `${one.age} Jahre`,
    one.isMember ? 'Mitglied' : 'kein Mitglied',
    one.isGroup && 'nur zusammen',
    price && price.filter(Boolean).join(' '),
    one.comingPrice,
    !one.mayBePhotographed && 'keine Fotos',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The same for a sheet that is passed around: without prices and membership. */
export function openDetailsOf({ age, mayBePhotographed }: ListedEnrolment): string {
  return [age !== null && `${age} Jahre`, !mayBePhotographed && 'keine Fotos'].filter(Boolean).join(' · ');
}

/** What to know about a participant beyond the columns. */
export function marksOf({ isMember, isGroup, comingPrice, mayBePhotographed }: ListedEnrolment): string {
  return [!isMember && 'kein Mitglied', isGroup && 'nur zusammen', comingPrice, !mayBePhotographed && 'keine Fotos']
    .filter(Boolean)
    .join(' · ');
}

function isPausing(pause: ListedEnrolment['pause']): boolean {
  return pause !== null && pause.from <= today();
}

/** The state of an enrolment; on the waiting list with the position. */
export function stateOf({ state, position, leavesOn, pause }: ListedEnrolment): string {
  if (state === 'confirmed') {
    const stay = leavesOn === null ? enrolmentStateNames.confirmed : `dabei bis ${germanDate(leavesOn)}`;
    if (!pause) return stay;
    const until = germanDate(pause.to);
    return isPausing(pause) ? `pausiert bis ${until}` : `${stay}, Pause ${germanDate(pause.from)} bis ${until}`;
  }
  return position === null ? enrolmentStateNames[state] : `wartet, Nr. ${position}`;
}

/** The colour of the state. */
export function toneOf({ state, pause }: ListedEnrolment): 'good' | 'quiet' | 'waiting' {
  if (isPausing(pause)) return 'quiet';
  if (enrolmentSets.attending.includes(state)) return 'good';
  return enrolmentSets.undecided.includes(state) ? 'waiting' : 'quiet';
}

/** Until when the family can accept an offer or restore a cancelled seat; empty if neither applies. */
export function untilOf({ offerExpiresAt, swapUntil, keptUntil }: ListedEnrolment): string {
  if (keptUntil) return `der Platz bleibt bis ${formatTime(keptUntil)} Uhr frei gehalten, falls es ein Versehen war`;
  if (swapUntil) return `Tausch angeboten bis ${formatDateTime(swapUntil)}`;
  return offerExpiresAt ? `bis ${formatDateTime(offerExpiresAt)}` : '';
}

type Payments = StaffedList['payments'] | undefined;

/** Whether a participant has paid; empty where that is not shown, or nothing is charged. */
export function paidOf({ personId }: Pick<ListedEnrolment, 'personId'>, payments: Payments): string {
  const state = payments?.find((one) => one.personId === personId)?.state;
  return state ? coursePaymentNames[state] : '';
}

/** How many of a course have paid; empty where that is not shown, or nothing is charged. */
export function paidInWords(payments: Payments): string {
  const count = (state: keyof typeof coursePaymentNames) => payments?.filter((one) => one.state === state).length ?? 0;
  const [open, partly] = [count('open'), count('partly')];
  if (!payments || payments.length === 0) return '';
  if (open + partly === 0) return 'Bezahlung: nichts offen';
  const parts = [open > 0 && `${open} ${coursePaymentNames.open}`, partly > 0 && `${partly} ${coursePaymentNames.partly}`];
  return `Bezahlung: ${parts.filter(Boolean).join(', ')} (von ${payments.length})`;
}

/** A tel: link. */
export function callTo(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`;
}
