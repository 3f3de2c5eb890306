import type { Reply } from './replyStates.ts';
import type { AttendanceState } from './sessionStates.ts';

type Listed = { personId: string; reply: Reply | null };
type StateOf = (personId: string) => AttendanceState | null;

/** Excused and late people come first: a trainer has to know them first. */
export function repliesFirst<Person extends Listed>(people: readonly Person[]): Person[] {
  const said = ({ reply }: Listed) => reply === 'no' || reply === 'late';
  return [...people.filter(said), ...people.filter((one) => !said(one))];
}

/** Whether somebody has no seat and comes, if at all, with a card: nobody waits for them, and "Alle da" does not mean them. */
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

/** The people that "Alle da" marks: all but those who are marked already or have excused themselves. */
export function stillToMark(people: readonly Listed[], stateOf: StateOf): string[] {
  return people.flatMap(({ personId, reply }) => (stateOf(personId) === null && reply !== 'no' ? personId : []));
}

/** How many are excused, by a mark or by their own reply. */
export function excusedOf(people: readonly Listed[], stateOf: StateOf): number {
  return people.filter(({ personId, reply }) => (stateOf(personId) ?? (reply === 'no' ? 'excused' : null)) === 'excused').length;
}
