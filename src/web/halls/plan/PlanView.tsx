import { Text } from '@mantine/core';
import { addDays, mondayOf, weekdayNames, dayInWords } from '#shared/kernel/calendar.ts';
import { DayList } from './DayList.tsx';
import { MonthTable, usedPercent } from './MonthTable.tsx';
import type { Booking, Hall } from '../bookings/queries.ts';
import { TimeGrid } from './TimeGrid.tsx';
import type { View } from './views.ts';
import { WeekTable } from './WeekTable.tsx';

type Plan = { bookings: readonly Booking[]; pauses: readonly { facilityId: string; date: string; reason: string }[] };
type PlanViewProps = {
  view: View;
  day: string;
  from: string;
  halls: readonly Hall[];
  plan: Plan;
  onOpen: (booking: Booking) => void;
  onDay: (day: string) => void;
};

/** The plan in the chosen view. A week of one hall shows its parts over time, a week of many shows all halls. */
export function PlanView({ view, day, from, halls, plan, onOpen, onDay }: PlanViewProps) {
  const ids = new Set(halls.map(({ id }) => id));
  const bookings = plan.bookings.filter(({ facilityId }) => ids.has(facilityId));
  const [hall] = halls;
  const pauseOf = (facilityId: string, date: string) =>
    plan.pauses.find((one) => one.facilityId === facilityId && one.date === date)?.reason;
  if (view === 'month') return <MonthTable month={day.slice(0, 7)} halls={halls} bookings={bookings} onDay={onDay} />;
  return (
    <>
      <Utilisation
        bookings={bookings}
        halls={halls}
        days={view === 'day' ? [day] : Array.from({ length: 7 }, (_, index) => addDays(from, index))}
      />
      {view === 'list' && <DayList bookings={bookings} halls={halls} onOpen={onOpen} />}
      {view === 'week' && halls.length === 1 && hall && (
        <TimeGrid
          label={`Wochenplan ${hall.name}`}
          onOpen={onOpen}
          groups={weekdayNames.map((_name, index) => {
            const date = addDays(mondayOf(day), index);
            return {
              key: date,
              title: dayInWords(date),
              pause: pauseOf(hall.id, date),
              units: hall.units,
              bookings: bookings.filter((one) => one.date === date),
            };
          })}
        />
      )}
      {view === 'week' && halls.length !== 1 && (
        <WeekTable monday={mondayOf(day)} halls={halls} bookings={bookings} pauses={plan.pauses} onOpen={onOpen} />
      )}
      {view === 'day' && (
        <TimeGrid
          label={`Tagesplan ${dayInWords(day)}`}
          onOpen={onOpen}
          groups={halls.map((one) => ({
            key: one.id,
            title: one.name,
            pause: pauseOf(one.id, day),
            units: one.units,
            bookings: bookings.filter(({ facilityId }) => facilityId === one.id),
          }))}
        />
      )}
    </>
  );
}

function Utilisation({ bookings, halls, days }: { bookings: readonly Booking[]; halls: readonly Hall[]; days: readonly string[] }) {
  const perDay = days.map((day) =>
    usedPercent(
      bookings.filter(({ date }) => date === day),
      halls,
      day,
    ),
  );
  const mean = Math.round(perDay.reduce((sum, one) => sum + one, 0) / Math.max(1, perDay.length));
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {bookings.length === 1 ? 'Eine Belegung' : `${bookings.length} Belegungen`}, Auslastung der Öffnungszeit: {mean} %
    </Text>
  );
}
