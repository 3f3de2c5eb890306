import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './ColumnEdge.module.css';
import { narrowest, widest } from './useWidths.ts';
import { WidthMenu } from './WidthMenu.tsx';

type ColumnEdgeProps = { label: string; width: number | undefined; onWidth: (width: number | undefined) => void };

const step = 16;
/** The step of a click, of which more would be needed. */
const clickStep = 48;
/** A hand shakes that much while it clicks. */
const shakePx = 3;

/**
 * The edge of a column's heading: dragged or moved by the arrow keys it sets the width, a double click or Delete takes it back; a click
 * or Enter opens the same as buttons.
 */
export function ColumnEdge({ label, width, onWidth }: ColumnEdgeProps) {
  const edgeRef = useRef<HTMLSpanElement>(null);
  const isDragged = useRef(false);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    edgeRef.current?.focus();
  };
  const handlePointerDown = ({ currentTarget: edge, clientX, pointerId, button }: PointerEvent<HTMLElement>) => {
    if (button !== 0) return;
    const before = widthOf(edge);
    isDragged.current = false;
    edge.setPointerCapture(pointerId);
    const move = (event: globalThis.PointerEvent) => {
      const way = event.clientX - clientX;
      isDragged.current ||= Math.abs(way) > shakePx;
      if (isDragged.current) onWidth(before + way);
    };
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const ways: { [key: string]: number | undefined } = { ArrowLeft: -step, ArrowRight: step };
    const way = ways[event.key];
    if (way !== undefined) onWidth(widthOf(event.currentTarget) + way);
    else if (event.key === 'Delete' || event.key === 'Backspace') onWidth(undefined);
    else if (event.key === 'Enter' || event.key === ' ') setIsOpen(true);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <span
        ref={edgeRef}
        // It can be moved, which a rule between paragraphs cannot.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="separator"
        aria-orientation="vertical"
        aria-label={`Breite von ${label}`}
        aria-valuenow={width ?? 0}
        aria-valuemin={width === undefined ? 0 : narrowest}
        aria-valuemax={widest}
        aria-valuetext={width === undefined ? 'wie der Inhalt' : `${width} Pixel`}
        title="Breite ändern: ziehen oder klicken; ein Doppelklick setzt sie zurück"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={`${classes['edge']} no-print`}
        onPointerDown={handlePointerDown}
        onKeyDown={handleKeyDown}
        // The browser makes a click of each drag, too.
        onClick={() => isDragged.current || setIsOpen(true)}
        onDoubleClick={() => (onWidth(undefined), close())}
      />
      {isOpen && (
        <WidthMenu
          label={label}
          isFree={width === undefined}
          onStep={(way) => onWidth(widthOf(edgeRef.current) + way * clickStep)}
          onReset={() => onWidth(undefined)}
          onClose={close}
        />
      )}
    </>
  );
}

function widthOf(edge: HTMLElement | null): number {
  return edge?.parentElement?.getBoundingClientRect().width ?? 0;
}
