import type { Reply } from './replyStates.ts';
import type { AttendanceState } from './sessionStates.ts';

type Listed = { personId: string; reply: Reply | null };
type StateOf = (personId: string) => AttendanceState | null;

/** Sorts persons who are excused or late to the top, since trainers need to see them first. */
export function repliesFirst<Person extends Listed>(people: readonly Person[]): Person[] {
  const said = ({ reply }: Listed) => reply === 'no' || reply === 'late';
  return [...people.filter(said), ...people.filter((one) => !said(one))];
}

/** Whether a person has no place and at most comes with a card: they are not expected, and not included in "Alle da". */
export function isCardGuest({
  participationId,
  isTrial,
  card,
}: {
  participationId: string | null;
  isTrial: boolean;
  card?: object | null;
}): boolean {
  return participationId === null && !isTrial && Boolean(card);
}

/** The persons marked by "Alle da": all who have no mark yet and have not excused themselves. */
export function stillToMark(people: readonly Listed[], stateOf: StateOf): string[] {
  return people.flatMap(({ personId, reply }) => (stateOf(personId) === null && reply !== 'no' ? personId : []));
}

/** The number of excused persons, by a mark or by their reply. */
export function excusedOf(people: readonly Listed[], stateOf: StateOf): number {
  return people.filter(({ personId, reply }) => (stateOf(personId) ?? (reply === 'no' ? 'excused' : null)) === 'excused').length;
}
