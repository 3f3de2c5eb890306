import { useEffect, useState, type RefObject } from 'react';
import { fitted, isSameSpot, spotOf, stepped, type GridBooking, type GridColumn, type Span, type Spot } from './gridPlace.ts';
import { pointAt, swallowClick } from './usePointer.ts';

type Input = {
  plan: RefObject<HTMLElement | null>;
  columns: readonly GridColumn[];
  span: Span;
  /** The booking being moved without dragging. */ picked: GridBooking | undefined;
  onDrop: (booking: GridBooking, spot: Spot) => void;
  onCancel: () => void;
};

/**
 * Moves a picked booking by arrow keys (with Shift its length) or taps, until Enter drops it or Escape cancels; it also
 * follows the mouse, which drops it with a click. The shown day or hall may change meanwhile.
 */
export function usePicked({ plan, columns, span, picked, onDrop, onCancel }: Input): Spot | undefined {
  const [chosen, setChosen] = useState<{ of: GridBooking; spot: Spot }>();
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
      else if (key.startsWith('Arrow'))
        put(spot ? stepped(spot, key, shiftKey && !picked.isFixed, columns, span) : firstSpot(picked, columns, span));
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const spotUnder = (event: MouseEvent): Spot | undefined => {
      const at = pointAt(event, current, columns, span);
      if (!at) return undefined;
      const like = spot ?? firstSpot(picked, columns, span);
      const step = columns[at.column]?.hall.gridMinutes ?? 15;
      const from = Math.floor(at.minute / step) * step;
      return fitted({ ...like, column: at.column, unit: at.unit, from, to: from + like.to - like.from }, columns, span);
    };
    const handleTap = (event: MouseEvent) => {
      const under = spotUnder(event);
      if (!under) return;
      event.preventDefault();
      event.stopPropagation();
      put(under);
    };
    const handleMove = (event: PointerEvent) => {
      const under = event.pointerType === 'mouse' ? spotUnder(event) : undefined;
      if (under && !isSameSpot(under, spot)) put(under);
    };
    const handleUp = (event: PointerEvent) => {
      const under = event.pointerType === 'mouse' && event.button === 0 ? spotUnder(event) : undefined;
      if (!under) return;
      swallowClick();
      onDrop(picked, under);
    };
    current.addEventListener('keydown', handleKey, { capture: true });
    current.addEventListener('click', handleTap, { capture: true });
    current.addEventListener('pointermove', handleMove);
    current.addEventListener('pointerup', handleUp);
    return () => {
      current.removeEventListener('keydown', handleKey, { capture: true });
      current.removeEventListener('click', handleTap, { capture: true });
      current.removeEventListener('pointermove', handleMove);
      current.removeEventListener('pointerup', handleUp);
    };
  }, [plan, columns, span, picked, spot, onDrop, onCancel]);
  useEffect(() => {
    if (picked) plan.current?.focus();
  }, [plan, picked]);
  return spot;
}

/** The initial position of a booking from another hall or day. */
function firstSpot({ startsAt, endsAt, unitIds }: GridBooking, columns: readonly GridColumn[], span: Span): Spot {
  const length = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
  const from = Math.max(span.from, 16 * 60);
  return fitted({ column: 0, unit: 0, units: unitIds.length, from, to: from + length }, columns, span);
}
