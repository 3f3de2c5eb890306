import { dayInWords, germanDate, weekdayNames, weekdayOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { LowestPrice } from './courseShapes.ts';
import { priceUnitNames, type PriceUnit } from './courseWords.ts';

type Slot = { weekday: number; startTime: string; endTime: string; from?: string | undefined; until?: string | undefined };

/** A weekly slot in German: "montags 16:30–17:30 Uhr", "dienstags 18:00–19:00 Uhr (ab 18.01.2027)". */
export function slotInWords({ weekday, startTime, endTime, from, until }: Slot): string {
  const bounds = [from && `ab ${germanDate(from)}`, until && `bis ${germanDate(until)}`].filter(Boolean).join(' ');
  const time = `${(weekdayNames[weekday - 1] ?? '').toLowerCase()}s ${startTime.slice(0, 5)}–${endTime.slice(0, 5)} Uhr`;
  return bounds ? `${time} (${bounds})` : time;
}

type Timed = { slots: readonly Slot[]; startsOn: LocalDate; endsOn: LocalDate | null };

/** The times of an offer in German: its weekly slots, or the date where it takes place on a single day. */
export function timesOfOffer({ slots, startsOn, endsOn }: Timed): string[] {
  return slots.map((slot) =>
    startsOn === endsOn && slot.weekday === weekdayOf(startsOn)
      ? `${dayInWords(startsOn)}, ${slot.startTime.slice(0, 5)}–${slot.endTime.slice(0, 5)} Uhr`
      : slotInWords(slot),
  );
}

/** The period of an offer in German: "01.09.2026 bis 18.12.2026", "seit 01.09.2020, fortlaufend". */
export function periodInWords({ startsOn, endsOn }: { startsOn: LocalDate; endsOn: LocalDate | null }): string {
  if (startsOn === endsOn) return germanDate(startsOn);
  return endsOn ? `${germanDate(startsOn)} bis ${germanDate(endsOn)}` : `seit ${germanDate(startsOn)}, fortlaufend`;
}

/** A price with its unit in German: "12,00 € im Monat", "kostenlos". */
export function priceInWords({ cents, per }: { cents: number; per: PriceUnit }): string {
  return cents === 0 ? 'kostenlos' : `${euros(cents)} ${priceUnitNames[per]}`;
}

/** The price of an offer in a list in German: "ab 36,00 €", "12,00 € im Monat" where everybody pays the same. */
export function lowestPriceInWords(price: LowestPrice | null): string {
  if (!price || price.cents === 0) return 'kostenlos';
  const { cents, per, isOnly } = price;
  return [!isOnly && 'ab', euros(cents), per !== 'course' && priceUnitNames[per]].filter(Boolean).join(' ');
}
