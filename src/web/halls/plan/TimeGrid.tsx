import { Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, type CSSProperties, type RefObject } from 'react';
import { dayInWords } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { ScrollRegion } from '#web/ui/plain/ScrollRegion.tsx';
import { labelOf } from '../bookings/words.ts';
import { Column, NowClock, type Ghost } from './GridColumn.tsx';
import { placeOf, spanOf, type GridBooking, type GridColumn, type GridPlace, type Spot } from './gridPlace.ts';
import grid from './grid.module.css';
import classes from './plan.module.css';
import { useArrowKeys } from './useArrowKeys.ts';
import { usePicked } from './usePicked.ts';
import { usePointer, type Held } from './usePointer.ts';

/** The editing features of the grid. */
export type GridWork = {
  /** The booking being moved by taps or keys. */ picked: GridBooking | undefined;
  onPick: (booking: GridBooking | undefined) => void;
  onDraw: (place: GridPlace) => void;
  /** Includes the reason why it is impossible, if known. */ onDrop: (
    booking: GridBooking,
    place: GridPlace,
    clash: string | undefined,
  ) => void;
  onNew: () => void;
  /** Receives other keys, with the focused booking. */ onKey?: (key: string, booking: GridBooking) => void;
};

type TimeGridProps = {
  columns: readonly GridColumn[];
  onOpen: (booking: GridBooking) => void;
  label: string;
  work: GridWork;
  /** Smaller or larger rows than usual. */ zoom?: 'small' | 'large' | undefined;
};

/** A time grid with halls or days as columns, split into units. Each block is a button with a full label. */
export function TimeGrid({ columns, onOpen, label, work, zoom }: TimeGridProps) {
  const { picked, onPick, onDraw, onDrop, onNew, onKey } = work;
  const span = useMemo(() => spanOf(columns), [columns]);
  const hours = Array.from({ length: (span.to - span.from) / 60 }, (_, index) => `${String(span.from / 60 + index).padStart(2, '0')}:00`);
  const handleLetter = useCallback(
    (key: string, id: string | undefined) => {
      const found = columns.flatMap(({ bookings }) => bookings).find((one) => one.id === id);
      if (key === 'v' && found?.may.includes('change')) onPick(found);
      else if (key === 'n') onNew();
      else if (found) onKey?.(key, found);
    },
    [columns, onPick, onNew, onKey],
  );
  const plan = useArrowKeys(handleLetter);
  const drop = useCallback(
    (booking: GridBooking, spot: Spot) => {
      const [place, at] = [placeOf(spot, columns, booking), columns[spot.column]];
      if (place && at) onDrop(booking, place, at.whyNot(place, booking));
    },
    [columns, onDrop],
  );
  const handleDrop = useCallback(
    ({ booking, spot }: Held) => {
      if (booking) return drop(booking, spot);
      const place = placeOf(spot, columns);
      if (place) onDraw(place);
    },
    [columns, drop, onDraw],
  );
  const held = usePointer({ plan, columns, span, onDrop: handleDrop, isOff: picked !== undefined });
  const cancel = useCallback(() => onPick(undefined), [onPick]);
  const spot = usePicked({ plan, columns, span, picked, onDrop: drop, onCancel: cancel });
  const ghost = ghostOf(held?.spot ?? spot, columns, held?.booking ?? picked);
  useBeginning(plan);
  return (
    <>
      {picked && (
        <PickedBar picked={picked} ghost={ghost} onCancel={cancel} onDrop={spot && ghost ? () => drop(picked, spot) : undefined} />
      )}
      <ScrollRegion label={label} className={classes['scroll']} ref={plan} data-picked={picked ? true : undefined}>
        <div className={grid['grid']} data-zoom={zoom} data-many={columns.length > onASheet || undefined} style={hoursOnPaper(hours)}>
          <div className={grid['hours']} aria-hidden="true">
            <div className={grid['corner']} />
            {hours.map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
            {columns.some(({ isPattern, date }) => !isPattern && date === today()) && <NowClock span={span} />}
          </div>
          {columns.map((column, index) => (
            <Column
              key={column.key}
              index={index}
              column={column}
              span={span}
              ghost={ghost?.spot.column === index ? ghost : undefined}
              onOpen={onOpen}
            />
          ))}
        </div>
      </ScrollRegion>
    </>
  );
}

/** The number of columns per printed row. */
const onASheet = 8;

/** The hours as CSS content: in print each row of columns has its own time axis. */
function hoursOnPaper(hours: readonly string[]): CSSProperties {
  return { '--hours': `"${hours.join('\\A ')}"` } as CSSProperties; // A custom property, which the type does not know.
}

/** Describes the target of the picked booking, with buttons to drop or cancel. */
function PickedBar({
  picked,
  ghost,
  onDrop,
  onCancel,
}: {
  picked: GridBooking;
  ghost: Ghost | undefined;
  onDrop: (() => void) | undefined;
  onCancel: () => void;
}) {
  return (
    <Group className={grid['picked']} gap="xs" justify="space-between">
      <Text size="sm" component="output" aria-live="assertive">
        <strong>{labelOf(picked)} verschieben.</strong>{' '}
        {ghost ? `${ghost.words}. ${ghost.clash ?? `${ghost.free}.`}` : 'Tippen Sie auf die neue Zeit, oder nehmen Sie die Pfeiltasten.'}
      </Text>
      <Group gap="xs">
        <Button disabled={!onDrop} onClick={onDrop}>
          Hierhin
        </Button>
        <Button variant="default" onClick={onCancel}>
          Abbrechen
        </Button>
      </Group>
    </Group>
  );
}

function ghostOf(spot: Spot | undefined, columns: readonly GridColumn[], like: GridBooking | undefined): Ghost | undefined {
  const at = spot && columns[spot.column];
  const place = spot && placeOf(spot, columns, like);
  if (!at || !place) return undefined;
  const parts = at.hall.units.filter(({ id }) => place.unitIds.includes(id)).map(({ label }) => label);
  const where = parts.length < at.hall.units.length ? `${at.hall.name} ${parts.join(', ')}` : at.hall.name;
  const words = `${at.isPattern ? at.heading : dayInWords(at.date)}, ${place.startTime}–${place.endTime} Uhr, ${where}`;
  return {
    spot,
    words,
    times: `${place.startTime}–${place.endTime}`,
    clash: at.whyNot(place, like),
    free: at.whatFor?.(place, like) ?? 'Frei',
  };
}

/** Initially scrolls to the current hour, or on other days to the late afternoon, when most halls are full. */
function useBeginning(plan: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = plan;
    const mark = current?.querySelector('[data-beginning]');
    if (!current || !mark) return;
    const below = mark.getBoundingClientRect().top - current.getBoundingClientRect().top;
    current.scrollTo({ top: current.scrollTop + below - current.clientHeight / 3 });
  }, [plan]);
}
