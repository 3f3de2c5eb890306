import { useCallback, useState } from 'react';
import { dayInWords, localOf } from '#shared/kernel/calendar.ts';
import { CallError } from '#web/lib/call/call.ts';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import type { GridPlace } from '../plan/gridPlace.ts';
import { useBookingMutations, type Booking, type Hall, type Scope } from './queries.ts';

/** A booking and its target. */
export type Move = { booking: Booking; place: GridPlace };
type Told = { onSuccess?: () => void; onError?: (error: unknown) => void };

/**
 * Moves bookings in the plan. A single booking with a free target moves at once and can be undone; a series, a course,
 * a hall that needs approval, or an occupied target asks first: `asked` is then the subject of the dialog.
 */
export function useMove(halls: readonly Hall[] | undefined, decidesOn: (hall: Hall) => boolean) {
  const { change } = useBookingMutations();
  const [asked, setAsked] = useState<Move>();
  const run = change.mutate;
  const save = ({ booking, place }: Move, scope: Scope, { onSuccess, onError = notifyProblem }: Told = {}) => {
    const back = { ...unchangedOf(booking), id: booking.id, ...placeNow(booking), scope: 'one' as const, version: booking.version + 1 };
    const takeBack = () => run(back, { onSuccess: () => notify('Der Termin steht wieder an seinem alten Platz.'), onError: backProblem });
    run(
      { ...unchangedOf(booking), id: booking.id, ...place, scope, version: booking.version },
      {
        onError,
        onSuccess: ({ changed, asked = 0 }) => {
          const words =
            changed === 1 ? `Verschoben auf ${dayInWords(place.date)}, ${place.startTime} Uhr.` : `${changed} Termine verschoben.`;
          const hall = halls?.find(({ id }) => id === place.facilityId);
          const isAsked = booking.state === 'displaced' && hall?.needsApproval && !decidesOn(hall);
          if (asked > 0) notify(requestedInWords(asked));
          else if (isAsked) notify('Der andere Platz ist angefragt; die Hallenverwaltung entscheidet darüber.');
          else notify(words, scope === 'one' && canGoBack(booking) ? takeBack : undefined);
          onSuccess?.();
        },
      },
    );
  };
  const drop = (booking: Booking, place: GridPlace, clash: string | undefined) => {
    if (isSamePlace(placeNow(booking), place)) return;
    const hall = halls?.find(({ id }) => id === place.facilityId);
    const needsWord = !hall || booking.seriesId !== null || !canGoBack(booking) || (hall.needsApproval && !decidesOn(hall));
    if (clash !== undefined || needsWord) return setAsked({ booking, place });
    save({ booking, place }, 'one', {
      onError: (error) => (error instanceof CallError && error.code === 'occupied' ? setAsked({ booking, place }) : notifyProblem(error)),
    });
  };
  /** Asks for another place of a booking that has lost its own. */
  const ask = (booking: Booking) => setAsked({ booking, place: placeNow(booking) });
  const close = useCallback(() => setAsked(undefined), []);
  return { asked, ask, close, drop, save, change };
}

/** The current place and time of a booking. */
export function placeNow({ facilityId, date, startsAt, endsAt, unitIds }: Booking): GridPlace {
  return { facilityId, date, startTime: localOf(new Date(startsAt)).time, endTime: localOf(new Date(endsAt)).time, unitIds };
}

/** The notification for viewers who cannot move confirmed hours themselves. */
export function requestedInWords(asked: number): string {
  return asked === 1
    ? 'Die neue Zeit ist angefragt. Bis zur Antwort bleibt die alte.'
    : `Für ${asked} Termine ist die neue Zeit angefragt. Bis zur Antwort bleibt die alte.`;
}

/** Fields that the endpoint requires but a move leaves unchanged. */
export function unchangedOf({ title, kind, ageGroup, expectedParticipants, message, contactPerson, contactPhone, departmentId }: Booking) {
  return {
    title: title ?? '',
    kind: kind ?? ('training' as const),
    ageGroup,
    expectedParticipants,
    message: message ?? '',
    contactPerson: contactPerson ?? '',
    contactPhone: contactPhone ?? '',
    departmentId,
  };
}

/** No undo for sessions of a course, whose participants were notified already, nor for bookings of organisations, whose contacts were,
 * nor into a closed hall. */
function canGoBack({ kind, holder, club, state }: Booking): boolean {
  return kind !== 'course' && holder === club && state !== 'displaced';
}

function backProblem(error: unknown): void {
  if (error instanceof CallError && error.code === 'occupied') notifyRefusal('Die alte Zeit ist inzwischen vergeben.');
  else notifyProblem(error);
}

function isSamePlace(a: GridPlace, b: GridPlace): boolean {
  const textOf = ({ facilityId, date, startTime, endTime, unitIds }: GridPlace) =>
    [facilityId, date, startTime, endTime, ...unitIds.toSorted()].join(' ');
  return textOf(a) === textOf(b);
}
