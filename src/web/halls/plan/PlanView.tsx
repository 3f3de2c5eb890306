import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { openingsOn } from '#shared/halls/bookingRules.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { addDays, dayInWords, germanDate, localOf, mondayOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { DayList } from './DayList.tsx';
import { clashOf } from './bookingClash.ts';
import type { GridColumn } from './gridPlace.ts';
import { MonthTable, usedPercent } from './MonthTable.tsx';
import type { Booking, Hall } from '../bookings/queries.ts';
import { TimeGrid, type GridWork } from './TimeGrid.tsx';
import type { View } from './views.ts';
import { HourLoad } from '../week/HourLoad.tsx';
import { WeekPicture } from '../week/WeekPicture.tsx';

type Plan = {
  bookings: readonly Booking[];
  pauses: readonly { facilityId: string; date: string; reason: string }[];
  isCut: boolean;
};
export type PlanViewProps = {
  view: View;
  day: string;
  from: string;
  halls: readonly Hall[];
  plan: Plan;
  /** The viewer's club and rights in the grid. */ club: ClubName;
  mayBook: boolean;
  work: GridWork;
  /** Whether a booking is drawn; hidden ones still count as conflicts. */ isShown: (booking: Booking) => boolean;
  zoom: 'small' | 'large' | undefined;
  onOpen: (booking: Booking) => void;
  onDay: (day: string) => void;
};

/** The plan in the selected view. A week of one hall shows its units over time, a week of several shows all halls. */
export function PlanView({ onDay, from, ...of }: PlanViewProps) {
  const { view, day, halls, plan, isShown, onOpen } = of;
  if (halls.length === 0)
    return (
      <EmptyState icon="building-stadium" title="Hier gibt es noch keine Sportstätten.">
        <p>Angelegt werden sie unter „{pages.adminFacilities.title}“.</p>
      </EmptyState>
    );
  const ids = new Set(halls.map(({ id }) => id));
  const bookings = plan.bookings.filter((one) => ids.has(one.facilityId) && isShown(one));
  const cut = plan.isCut && <Cut last={plan.bookings.at(-1)} />;
  if (view === 'month')
    return (
      <>
        {cut}
        <MonthTable month={day.slice(0, 7)} halls={halls} bookings={bookings} onDay={onDay} />
      </>
    );
  const isGrid = view === 'day' || (view === 'week' && halls.length === 1);
  return (
    <>
      {cut}
      <Utilisation
        bookings={bookings}
        halls={halls}
        days={view === 'day' ? [day] : Array.from({ length: 7 }, (_, index) => addDays(from, index))}
      />
      {view === 'week' && !isGrid && (
        <WeekPicture monday={mondayOf(day)} halls={halls} bookings={bookings} pauses={plan.pauses} onOpen={onOpen} />
      )}
      {isGrid && <Grid {...of} />}
      {view === 'week' && <HourLoad monday={mondayOf(day)} halls={halls} bookings={bookings} pauses={plan.pauses} />}
      {/* On a phone the day of one hall is a grid with a list below. */}
      {(view === 'list' || (view === 'day' && halls.length === 1)) && <DayList bookings={bookings} halls={halls} onOpen={onOpen} />}
    </>
  );
}

/** The day from which bookings are missing, if there are more than a response may contain. */
function Cut({ last }: { last: Booking | undefined }) {
  return (
    <Text size="sm">
      Das sind mehr Belegungen, als auf einmal gezeigt werden
      {last && `: Ab ${dayInWords(localOf(new Date(last.startsAt)).date)} fehlen welche`}. Bitte eine Halle oder einen kürzeren Zeitraum
      wählen.
    </Text>
  );
}

type GridProps = Omit<PlanViewProps, 'from' | 'onDay'>;

/** The halls of a day, or the days of a hall, as columns. Closed halls without bookings are listed aside. */
function Grid({ view, day, halls, plan, club, mayBook, work, isShown, zoom, onOpen }: GridProps) {
  const [isWhole, setIsWhole] = useState(false);
  const dates = useMemo(
    () => (view === 'day' ? [day] : Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index))),
    [view, day],
  );
  // The array of halls is new with each render, its elements are not.
  const shown = useSame(halls);
  const { data: departments } = useQuery(departmentsQuery(club, 'all'));
  const columns = useMemo(() => {
    const names = new Map(departments?.map(({ id, name }) => [id, name]));
    return columnsOf(shown, dates, plan, { club, mayBook, isShown, names });
  }, [shown, dates, plan, club, mayBook, isShown, departments]);
  const open = useMemo(() => columns.filter((one) => isOpen(one)), [columns]);
  const closed = view === 'day' && open.length > 0 ? columns.length - open.length : 0;
  const [hall] = halls;
  return (
    <>
      {closed > 0 && (
        <Button className="no-print" variant="subtle" mb="xs" onClick={() => setIsWhole((before) => !before)}>
          {isWhole ? 'Geschlossene ausblenden' : closed === 1 ? 'Eine geschlossene Halle zeigen' : `${closed} geschlossene Hallen zeigen`}
        </Button>
      )}
      <TimeGrid
        key={`${view} ${dates[0]} ${hall?.id}`}
        label={view === 'day' ? `Tagesplan ${dayInWords(day)}` : `Wochenplan ${hall?.name ?? ''}`}
        columns={closed > 0 && !isWhole ? open : columns}
        onOpen={({ id }) => {
          const found = plan.bookings.find((one) => one.id === id);
          if (found) onOpen(found);
        }}
        work={work}
        zoom={zoom}
      />
    </>
  );
}

/** Keeps the previous array while its elements are the same. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  const isSame = kept.length === list.length && kept.every((one, index) => one === list[index]);
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}

function columnsOf(
  halls: readonly Hall[],
  dates: readonly string[],
  plan: Plan,
  {
    club,
    mayBook,
    isShown,
    names,
  }: Pick<GridProps, 'club' | 'mayBook' | 'isShown'> & { /** Names of departments. */ names: ReadonlyMap<string, string> },
): GridColumn[] {
  const cells = Map.groupBy(plan.bookings, ({ facilityId, date }) => `${facilityId} ${date}`);
  const pauses = new Map(plan.pauses.map(({ facilityId, date, reason }) => [`${facilityId} ${date}`, reason]));
  return halls.flatMap((hall) =>
    dates.map((date) => {
      const isBookable = mayBook && facilityTarget(club, hall) !== 'other';
      const [pause, bookings] = [pauses.get(`${hall.id} ${date}`), cells.get(`${hall.id} ${date}`) ?? []];
      return {
        key: `${hall.id} ${date}`,
        title: dates.length > 1 ? dayInWords(date) : hall.name,
        // "Di, 08.12.": the year is shown above the plan.
        heading: dates.length > 1 ? `${dayInWords(date).slice(0, 2)}, ${germanDate(date).slice(0, 6)}` : hall.name,
        hall,
        date,
        pause,
        bookings: bookings.filter(isShown).map((one) => ({ ...one, department: names.get(one.departmentId ?? '') })),
        isBookable,
        whyNot: (place, like) => clashOf(place, { hall, pause, bookings, isBookable }, like),
      };
    }),
  );
}

function isOpen({ hall, date, pause, bookings }: GridColumn): boolean {
  return bookings.length > 0 || (pause === undefined && openingsOn(hall, date).length > 0);
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
      {bookings.length === 1 ? 'Eine Belegung' : `${bookings.length} Belegungen`}, Auslastung der Öffnungszeit: {`${mean}\u00a0%`}
    </Text>
  );
}
