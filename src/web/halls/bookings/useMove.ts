import { useCallback, useState } from 'react';
import { dayInWords, localOf } from '#shared/kernel/calendar.ts';
import { CallError } from '#web/lib/call/call.ts';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import type { GridPlace } from '../plan/gridPlace.ts';
import { useBookingMutations, type Booking, type Hall, type Scope } from './queries.ts';

/** A booking and where it is to stand. */
export type Move = { booking: Booking; place: GridPlace };
type Told = { onSuccess?: () => void; onError?: (error: unknown) => void };

/**
 * Moves bookings in the plan. A single date that is free there moves at once and can be taken back; a series, a course, a
 * hall that has to agree, and a place that is taken ask first: `asked` is then what the dialog is about.
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
          if (asked > 0) notify(askedWords(asked));
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
  const close = useCallback(() => setAsked(undefined), []);
  return { asked, close, drop, save, change };
}

/** Where and when a booking stands. */
export function placeNow({ facilityId, date, startsAt, endsAt, unitIds }: Booking): GridPlace {
  return { facilityId, date, startTime: localOf(new Date(startsAt)).time, endTime: localOf(new Date(endsAt)).time, unitIds };
}

/** The notice to viewers who may not move confirmed hours by themselves. */
export function askedWords(asked: number): string {
  return asked === 1
    ? 'Die neue Zeit ist angefragt. Bis zur Antwort bleibt die alte.'
    : `Für ${asked} Termine ist die neue Zeit angefragt. Bis zur Antwort bleibt die alte.`;
}

/** What the endpoint takes with a change, but a move leaves as it is. */
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

/** A date of a course has notified its participants already, that of an organisation outside its contacts. */
function canGoBack({ kind, holder, club }: Booking): boolean {
  return kind !== 'course' && holder === club;
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
