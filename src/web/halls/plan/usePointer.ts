import { useEffect, useState, type RefObject } from 'react';
import { fitted, isSameSpot, spotOf, type GridBooking, type GridColumn, type Span, type Spot } from './gridPlace.ts';

/** What is being dragged: a booking, its end, or a new hour. */
export type Held = { kind: 'draw' | 'move' | 'resize'; booking?: GridBooking | undefined; spot: Spot };

type Input = {
  plan: RefObject<HTMLElement | null>;
  columns: readonly GridColumn[];
  span: Span;
  onDrop: (held: Held) => void;
  /** A booking is picked, so the pointer belongs to it. */ isOff: boolean;
};
/** The columns' geometry at pointer down, in the plan's own coordinates, so that dragging causes no layout reads. */
type Measured = { fields: { left: number; width: number; top: number; height: number }[]; frame: DOMRect };
type Grip = { measured: Measured; start: Held; atColumn: number; atUnit: number; atMinute: number };

/** A pointer that moved less than this is a click. */
const leastPixels = 5;
const edgePixels = 32;

/**
 * Draws, moves and resizes with mouse or pen: dragging over empty time draws an hour, a booking is moved, its lower
 * edge resizes it. Touch scrolls instead; touch and keyboard use `usePicked`. Escape cancels.
 */
export function usePointer({ plan, columns, span, onDrop, isOff }: Input): Held | undefined {
  const [held, setHeld] = useState<Held>();
  useEffect(() => {
    const { current } = plan;
    if (!current || isOff) return undefined;
    let [grip, now]: [Grip | undefined, Held | undefined] = [undefined, undefined];
    let down = { x: 0, y: 0 };
    const hold = (next: Held | undefined) => {
      if (next && now && isSameSpot(next.spot, now.spot)) return;
      now = next;
      setHeld(next);
    };
    const release = () => {
      grip = undefined;
      hold(undefined);
    };
    const handleDown = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      grip = gripOf(event, current, columns, span);
      down = { x: event.clientX, y: event.clientY };
    };
    const handleMove = (event: PointerEvent) => {
      if (!grip) return;
      if (!now && Math.hypot(event.clientX - down.x, event.clientY - down.y) < leastPixels) return;
      if (!now) current.setPointerCapture(event.pointerId);
      scrollAtEdge(event, current, grip.measured.frame);
      hold({ ...grip.start, spot: spotAt(event, current, grip, columns, span) });
    };
    const handleUp = () => {
      const dropped = now;
      release();
      if (!dropped) return;
      swallowClick();
      onDrop(dropped);
    };
    const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && release();
    current.addEventListener('pointerdown', handleDown);
    current.addEventListener('pointermove', handleMove);
    current.addEventListener('pointerup', handleUp);
    current.addEventListener('pointercancel', release);
    addEventListener('keydown', handleKey);
    return () => {
      // The plan has changed below the pointer: the drag is cancelled.
      if (now) setHeld(undefined);
      current.removeEventListener('pointerdown', handleDown);
      current.removeEventListener('pointermove', handleMove);
      current.removeEventListener('pointerup', handleUp);
      current.removeEventListener('pointercancel', release);
      removeEventListener('keydown', handleKey);
    };
  }, [plan, columns, span, onDrop, isOff]);
  return held;
}

/** The column, unit and minute under a point of the screen; undefined outside the columns. */
export function pointAt(
  { clientX, clientY }: { clientX: number; clientY: number },
  plan: HTMLElement,
  columns: readonly GridColumn[],
  span: Span,
  { fields, frame }: Measured = measure(plan),
): { column: number; unit: number; minute: number } | undefined {
  const [x, y] = [clientX - frame.left + plan.scrollLeft, clientY - frame.top + plan.scrollTop];
  const column = fields.findIndex(({ left, width }) => x >= left && x < left + width);
  const field = fields[column];
  if (!field) return undefined;
  const units = columns[column]?.hall.units.length ?? 1;
  const minute = span.from + ((y - field.top) / field.height) * (span.to - span.from);
  return { column, unit: Math.min(units - 1, Math.floor(((x - field.left) / field.width) * units)), minute };
}

function measure(plan: HTMLElement): Measured {
  const frame = plan.getBoundingClientRect();
  const fields = [...plan.querySelectorAll('[data-column]')].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return { left: left - frame.left + plan.scrollLeft, top: top - frame.top + plan.scrollTop, width, height };
  });
  return { fields, frame };
}

function gripOf(event: PointerEvent, plan: HTMLElement, columns: readonly GridColumn[], span: Span): Grip | undefined {
  const { target } = event;
  if (!(target instanceof Element) || !target.closest('[data-column]')) return undefined;
  const measured = measure(plan);
  const at = pointAt(event, plan, columns, span, measured);
  const column = at && columns[at.column];
  if (!column) return undefined;
  const from = { measured, atColumn: at.column, atUnit: at.unit, atMinute: at.minute };
  const id = target.closest<HTMLElement>('[data-booking]')?.dataset['booking'];
  if (id === undefined) {
    if (!column.isBookable || column.pause) return undefined;
    const step = column.hall.gridMinutes;
    const begin = Math.floor(at.minute / step) * step;
    return { ...from, start: { kind: 'draw', spot: { column: at.column, unit: at.unit, units: 1, from: begin, to: begin + step } } };
  }
  const booking = column.bookings.find((one) => one.id === id);
  const spot = booking?.may.includes('change') ? spotOf(booking, columns) : undefined;
  return spot && { ...from, start: { kind: target.closest('[data-edge]') ? 'resize' : 'move', booking, spot } };
}

function spotAt(event: PointerEvent, plan: HTMLElement, grip: Grip, columns: readonly GridColumn[], span: Span): Spot {
  const { start, measured, atColumn, atUnit, atMinute } = grip;
  const { spot, kind } = start;
  const at = pointAt(event, plan, columns, span, measured) ?? { column: atColumn, unit: atUnit, minute: atMinute };
  if (kind === 'move')
    return fitted(
      {
        ...spot,
        column: at.column,
        unit: at.unit - Math.min(spot.units - 1, atUnit - spot.unit),
        from: spot.from + at.minute - atMinute,
        to: spot.to + at.minute - atMinute,
      },
      columns,
      span,
    );
  const step = columns[spot.column]?.hall.gridMinutes ?? 15;
  if (kind === 'resize') return fitted({ ...spot, to: Math.max(spot.from + step, at.minute) }, columns, span);
  const unit = at.column === spot.column ? at.unit : spot.unit;
  const [first, last] = [Math.min(spot.unit, unit), Math.max(spot.unit, unit)];
  const [begin, end] = [Math.min(spot.from, Math.floor(at.minute / step) * step), Math.max(spot.to, Math.ceil(at.minute / step) * step)];
  return fitted({ ...spot, unit: first, units: last - first + 1, from: begin, to: end }, columns, span);
}

function scrollAtEdge({ clientX, clientY }: PointerEvent, plan: HTMLElement, frame: DOMRect): void {
  const over = (at: number, least: number, most: number) => (at < least + edgePixels ? -16 : at > most - edgePixels ? 16 : 0);
  const [left, top] = [over(clientX, frame.left, frame.right), over(clientY, frame.top, frame.bottom)];
  if (left !== 0 || top !== 0) plan.scrollBy(left, top);
}

/** The click event after a drop must not open a booking. */
export function swallowClick(): void {
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
