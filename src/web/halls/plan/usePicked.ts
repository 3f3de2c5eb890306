import { useEffect, useState, type RefObject } from 'react';
import type { Booking } from '../bookings/queries.ts';
import { fitted, spotOf, stepped, type GridColumn, type Span, type Spot } from './gridPlace.ts';
import { pointAt } from './usePointer.ts';

type Input = {
  plan: RefObject<HTMLElement | null>;
  columns: readonly GridColumn[];
  span: Span;
  /** The booking that is being moved without a pointer that drags. */ picked: Booking | undefined;
  onDrop: (booking: Booking, spot: Spot) => void;
  onCancel: () => void;
};

/**
 * Moves a picked booking by arrow keys (with Shift its length) or by a tap on the place, until Enter drops it or Escape lets
 * it go. The day or the hall that is shown may change meanwhile.
 */
export function usePicked({ plan, columns, span, picked, onDrop, onCancel }: Input): Spot | undefined {
  const [chosen, setChosen] = useState<{ of: Booking; spot: Spot }>();
  const isHere = chosen && picked && chosen.of.id === picked.id && chosen.spot.column < columns.length;
  const spot = picked && (isHere ? chosen.spot : spotOf(picked, columns));
  useEffect(() => {
    const { current } = plan;
    if (!current || !picked) return undefined;
    const put = (next: Spot) => setChosen({ of: picked, spot: next });
    const handleKey = (event: KeyboardEvent) => {
      const { key, shiftKey } = event;
      if (key === 'Escape') onCancel();
      else if (key === 'Enter' && spot) onDrop(picked, spot);
      else if (key.startsWith('Arrow')) put(spot ? stepped(spot, key, shiftKey, columns, span) : firstSpot(picked, columns, span));
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const handleTap = (event: MouseEvent) => {
      const at = pointAt(event, current, columns, span);
      if (!at) return;
      event.preventDefault();
      event.stopPropagation();
      const like = spot ?? firstSpot(picked, columns, span);
      const step = columns[at.column]?.hall.gridMinutes ?? 15;
      const from = Math.floor(at.minute / step) * step;
      put(fitted({ ...like, column: at.column, unit: at.unit, from, to: from + like.to - like.from }, columns, span));
    };
    current.addEventListener('keydown', handleKey, { capture: true });
    current.addEventListener('click', handleTap, { capture: true });
    return () => {
      current.removeEventListener('keydown', handleKey, { capture: true });
      current.removeEventListener('click', handleTap, { capture: true });
    };
  }, [plan, columns, span, picked, spot, onDrop, onCancel]);
  useEffect(() => {
    if (picked) plan.current?.focus();
  }, [plan, picked]);
  return spot;
}

/** Where a booking of another hall or day begins its way here. */
function firstSpot({ startsAt, endsAt, unitIds }: Booking, columns: readonly GridColumn[], span: Span): Spot {
  const length = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
  const from = Math.max(span.from, 16 * 60);
  return fitted({ column: 0, unit: 0, units: unitIds.length, from, to: from + length }, columns, span);
}
