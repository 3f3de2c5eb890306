import { localOf } from '#shared/kernel/calendar.ts';
import { eventRuleInWords } from '#shared/courses/orders.ts';
import type { EventDetails } from '#shared/events/events.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { SignUp } from '#web/courses/enrolments/SignUp.tsx';

/** The enrolment form of an event, shared with courses. */
export function EventSignUp({ event }: { event: EventDetails }) {
  if (event.registration === 'none') return null;
  const { id, club, registration, phase, ageMin, ageMax, startsAt, title, place } = event;
  return (
    <SignUp
      offer={{
        of: 'event',
        what: [title, formatDateTime(startsAt), place].filter(Boolean).join(', '),
        id,
        club,
        registration,
        ageMin,
        ageMax,
        phase: phase ?? { kind: 'none', text: '', action: 'none' },
        hasRegistration: phase !== null,
        externalUrl: '',
        ageReference: 'course_start',
        gender: 'any',
        startsOn: localOf(new Date(startsAt)).date,
        requiresGuardian: true,
        requiredConsents: [],
        waysToPay: event.waysToPay,
        cancelRule: eventRuleInWords(event.cancelUntil),
        prices: event.priceCents > 0 ? [{ category: 'non_member', cents: event.priceCents, per: 'course' }] : [],
      }}
    />
  );
}
