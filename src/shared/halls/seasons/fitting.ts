import { priorityOf } from '../bookingStates.ts';
import { fixedClassOf } from '../organisations.ts';
import { minutesOf, timeOf } from '#shared/kernel/calendar.ts';
import { startsIn } from './candidates.ts';
import type { PlacingWindow } from './placing.ts';
import { windowWords } from './seasonRules.ts';
import type { WishInput } from './wishes.ts';

/** What a season gives: its halls with the number of their parts and the hours of each weekday. */
export type SeasonOffer = {
  stepMinutes: number;
  halls: { facilityId: string; parts: number; windows: PlacingWindow[] }[];
};
type Hall = SeasonOffer['halls'][number];
type Misfit = { path: string; message: string };
type Option = WishInput['options'][number];

/** The options of a wish that no plan can meet, with the reason. */
export function misfitsOf(offer: SeasonOffer, owner: Parameters<typeof fixedClassOf>[0], wish: WishInput): Misfit[] {
  const priorityClass = fixedClassOf(owner) ?? priorityOf(wish.kind, wish.ageGroup);
  if (!offer.halls.some(({ parts }) => parts >= wish.parts))
    return [{ path: 'parts', message: 'So viele Teile hat keine Halle der Saison.' }];
  return wish.options.flatMap((option, at) => {
    const hall = offer.halls.find(({ facilityId }) => facilityId === option.facilityId);
    // A hall that is not given at all is refused by itself.
    if (!hall && option.facilityId !== null) return [];
    const misfit = hall
      ? misfitIn(offer, hall, option, { ...wish, priorityClass })
      : misfitAnywhere(offer, option, { ...wish, priorityClass });
    return misfit ? [{ ...misfit, path: `options.${at}.${misfit.path}` }] : [];
  });
}

type Asked = Pick<WishInput, 'parts' | 'minutes'> & { priorityClass: number };

function misfitIn({ stepMinutes }: SeasonOffer, hall: Hall, option: Option, asked: Asked): Misfit | undefined {
  const { parts, windows } = hall;
  if (parts < asked.parts)
    return { path: 'facilityId', message: parts === 1 ? 'Die Halle hat nur einen Teil.' : `Die Halle hat nur ${parts} Teile.` };
  if (fits(hall, option, asked, stepMinutes)) return undefined;
  const own = windows.filter(({ weekday }) => weekday === option.weekday);
  if (own.length === 0) return { path: 'weekday', message: 'An diesem Tag wird diese Halle nicht vergeben.' };
  // To whom these hours are given is the reason only where a higher class would get them.
  if (fits(hall, option, { ...asked, priorityClass: 1 }, stepMinutes)) {
    const [from, to] = [minutesOf(option.fromTime), minutesOf(option.toTime)];
    const closed = own.find(
      ({ opens, closes, onlyClass }) => onlyClass !== null && onlyClass < asked.priorityClass && opens < to && closes > from,
    );
    if (closed)
      return {
        path: 'fromTime',
        message: `Diese Halle ist ${timeOf(closed.opens)}–${timeOf(closed.closes)} Uhr ${windowWords(closed.onlyClass)}.`,
      };
  }
  const hours = own.map(({ opens, closes }) => `${timeOf(opens)}–${timeOf(closes)}`).join(', ');
  return { path: 'fromTime', message: `Vergeben wird diese Halle ${hours} Uhr.` };
}

function misfitAnywhere({ stepMinutes, halls }: SeasonOffer, option: Option, asked: Asked): Misfit | undefined {
  const found = halls.some((hall) => hall.parts >= asked.parts && fits(hall, option, asked, stepMinutes));
  return found ? undefined : { path: 'fromTime', message: 'Zu dieser Zeit wird an diese Gruppe keine Halle vergeben, die groß genug ist.' };
}

function fits(hall: Hall, { weekday, fromTime, toTime }: Option, asked: Asked, stepMinutes: number): boolean {
  return startsIn(hall, asked, { weekday, from: minutesOf(fromTime), to: minutesOf(toTime) }, stepMinutes).length > 0;
}
