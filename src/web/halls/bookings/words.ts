import { bookingStateNames, bookingSets } from '#shared/halls/bookingStates.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import type { Booking, Hall } from './queries.ts';

/** "Teil 1, Teil 2"; empty for the whole facility. */
export function partsOf({ unitIds }: Pick<Booking, 'unitIds'>, hall: Hall | undefined): string {
  if (!hall || unitIds.length >= hall.units.length) return '';
  return hall.units
    .filter(({ id }) => unitIds.includes(id))
    .map(({ label }) => label)
    .join(', ');
}

/** The label of a booking in the plan: holder and title, or holder and state, so that nothing is told by colour alone. */
export function labelOf({ holder, title, state }: Pick<Booking, 'holder' | 'title' | 'state'>): string {
  const word = bookingSets.used.includes(state) ? '' : ` (${bookingStateNames[state]})`;
  return `${holder}${title ? ` · ${title}` : ''}${word}`;
}

const colours = 12;

/** The colour number of a holder in all plans, 1 to 12, with the portal's clubs first; the name is always shown too. */
export function colourOf({ holder, club }: Pick<Booking, 'holder' | 'club'>): number {
  if (holder === club) return clubNames.indexOf(club) + 1;
  return clubNames.length + 1 + (sumOf(holder) % (colours - clubNames.length));
}

/** The pattern of a holder's colour: solid, or one of three kinds of stripes, so that hue is not the only difference. */
export function patternOf({ holder, club }: Pick<Booking, 'holder' | 'club'>): number {
  if (holder === club) return clubNames.indexOf(club) % patterns;
  return Math.floor(sumOf(holder) / (colours - clubNames.length)) % patterns;
}

const patterns = 4;

/** A hash: the same number for the same name, everywhere. */
function sumOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
}
