import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './ColumnEdge.module.css';
import { narrowest, widest } from './useWidths.ts';

type ColumnEdgeProps = { label: string; width: number | undefined; onWidth: (width: number | undefined) => void };

const step = 16;

/** The edge of a column's heading: dragged or moved by the arrow keys it sets the width, a double click or Delete takes it back. */
export function ColumnEdge({ label, width, onWidth }: ColumnEdgeProps) {
  const handlePointerDown = ({ currentTarget: edge, clientX, pointerId, button }: PointerEvent<HTMLElement>) => {
    if (button !== 0) return;
    const before = widthOf(edge);
    edge.setPointerCapture(pointerId);
    const move = (event: globalThis.PointerEvent) => onWidth(before + event.clientX - clientX);
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const ways: { [key: string]: number | undefined } = { ArrowLeft: -step, ArrowRight: step };
    const way = ways[event.key];
    if (way !== undefined) onWidth(widthOf(event.currentTarget) + way);
    else if (event.key === 'Delete' || event.key === 'Backspace') onWidth(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <span
      // It can be moved, which a rule between paragraphs cannot.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={`Breite von ${label}`}
      aria-valuenow={width ?? 0}
      aria-valuemin={width === undefined ? 0 : narrowest}
      aria-valuemax={widest}
      aria-valuetext={width === undefined ? 'wie der Inhalt' : `${width} Pixel`}
      title="Breite ändern; ein Doppelklick setzt sie zurück"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={`${classes['edge']} no-print`}
      onPointerDown={handlePointerDown}
      onKeyDown={handleKeyDown}
      onDoubleClick={() => onWidth(undefined)}
    />
  );
}

function widthOf(edge: HTMLElement): number {
  return edge.parentElement?.getBoundingClientRect().width ?? 0;
}
