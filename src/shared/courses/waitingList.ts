import { queueClasses } from './courseStates.ts';

const hourMs = 60 * 60 * 1000;
/**
 * Less than this many hours before the first and the last session no place is offered automatically; staff phone the
 * waiting list instead.
 */
const noOfferHours = 24;

/** The start of the first and the last session of a course or an event, and whether late joining is possible. */
export type OfferDates = { first: Date; last: Date; joinsLate: boolean };

/** An enrolment on the waiting list. */
export type Waiting = { id: string; queueClass: number; queueRank: number; groupKey: string | null };

/** The order of a waiting list: from the holiday programme, returning, members, partner clubs, public, and within each class by arrival. */
export function inQueueOrder<T extends Waiting>(waiting: readonly T[]): T[] {
  return [...waiting].sort((a, b) => a.queueClass - b.queueClass || a.queueRank - b.queueRank);
}

/**
 * The enrolments that are offered the free places, never more than there are. Siblings (one group) are offered places
 * together or not at all; a group that does not fit is skipped and keeps its position, unless the course requires
 * strict order.
 */
export function nextOffers(waiting: readonly Waiting[], free: number, isStrict: boolean): string[] {
  const chosen: string[] = [];
  const seen = new Set<string>();
  let left = free;
  for (const one of inQueueOrder(waiting)) {
    if (left <= 0) break;
    const group = one.groupKey;
    if (group !== null && seen.has(group)) continue;
    const members = group === null ? [one] : waiting.filter((other) => other.groupKey === group);
    if (group !== null) seen.add(group);
    if (members.length <= left) {
      chosen.push(...members.map(({ id }) => id));
      left -= members.length;
    } else if (isStrict) break;
  }
  return chosen;
}

/**
 * The expiry of an offer; undefined if none is made automatically: shortly before the first session, after it without
 * late joining, and shortly before the last. Without sessions (permanent groups) an offer has its full duration.
 */
export function offerEnd(now: Date, offerHours: number, dates: OfferDates | undefined): Date | undefined {
  const full = new Date(now.getTime() + offerHours * hourMs);
  if (!dates) return full;
  const hasBegun = dates.first <= now;
  if (hasBegun && !dates.joinsLate) return undefined;
  const latest = new Date((hasBegun ? dates.last : dates.first).getTime() - noOfferHours * hourMs);
  if (latest <= now) return undefined;
  return full < latest ? full : latest;
}

/** The reason for a position on a waiting list, as German sentences for the family. */
export function placeInWords({ queueClass, isTogether, isEvent }: { queueClass: number; isTogether: boolean; isEvent: boolean }): string[] {
  return [
    rowInWords(queueClass, isEvent),
    `${queueClass <= queueClasses.round ? 'In dieser Reihe zählt das Los' : 'In einer Reihe zählt der Zeitpunkt der Anmeldung'}, außer der Verein setzt jemanden mit einem Grund um.`,
    ...(isTogether ? ['Sie kommen nur zusammen: Angeboten wird, sobald für alle ein Platz frei ist.'] : []),
  ];
}

function rowInWords(queueClass: number, isEvent: boolean): string {
  const before = isEvent ? 'Mitglieder' : 'bisherige Teilnehmende und Mitglieder';
  if (queueClass <= queueClasses.round) return 'Sie stehen in der Reihe aus dem Ferienprogramm; alle anderen kommen danach.';
  if (queueClass <= queueClasses.returning) return 'Sie stehen in der Reihe der bisherigen Teilnehmenden; alle anderen kommen danach.';
  if (queueClass <= queueClasses.member)
    return isEvent
      ? 'Sie stehen in der Reihe der Mitglieder; alle anderen kommen danach.'
      : 'Sie stehen in der Reihe der Mitglieder; davor kommen bisherige Teilnehmende, danach alle anderen.';
  if (queueClass <= queueClasses.partner) return `Sie stehen in der Reihe der Partnervereine; davor kommen ${before}.`;
  return `Sie stehen in der Reihe für alle; davor kommen ${before}.`;
}
