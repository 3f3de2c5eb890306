import { useQuery } from '@tanstack/react-query';
import { enrolmentSets, type EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import { myEnrolmentsQuery } from '../offers/queries.ts';

/** A summary of the viewer's enrolments: open answers first. Renders nothing if there are none. */
export function EnrolmentsState() {
  const { data = [] } = useQuery(myEnrolmentsQuery());
  const count = (of: EnrolmentState) => data.filter(({ state }) => state === of).length;
  const answers = data.filter(({ state, swap }) => swap?.hasAgreed === false || enrolmentSets.answerable.includes(state)).length;
  const [seats, waiting] = [count('confirmed'), count('waitlisted') + count('pending')];
  const words = [
    answers > 0 && (answers === 1 ? 'Eine Antwort fehlt' : `${answers} Antworten fehlen`),
    seats > 0 && (seats === 1 ? '1 Platz' : `${seats} Plätze`),
    waiting > 0 && (waiting === 1 ? '1 wartet' : `${waiting} warten`),
  ].filter(Boolean);
  return words.length > 0 && <span data-tone={answers > 0 ? 'waiting' : undefined}>{words.join(' · ')}</span>;
}
