import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type ReactNode, type ToggleEvent } from 'react';
import { Icon } from '../plain/Icon.tsx';
import classes from './RowPart.module.css';

type RowPartProps = {
  /** Its anchor in the address: a link with it opens the part. */ id: string;
  title: string;
  /** What holds now, in a few words, shown in the closed row, too; its room is kept while it loads. */
  state: ReactNode;
  /** Whether the state asks the reader to do something. */ isWaiting?: boolean;
  /** An introductory sentence, shown once it is open. */ lead?: ReactNode;
  children: ReactNode;
};

/** A part of a page as one row with its state; it opens in place, and the address names the open part. */
export function RowPart({ id, title, state, isWaiting, lead, children }: RowPartProps) {
  const { isOpen, wasOpen, summary, handleToggle } = useOpenRow(id);
  const name = useId();
  return (
    <section className={classes['row']} aria-labelledby={name}>
      <details open={isOpen} onToggle={handleToggle} id={id}>
        <summary ref={summary} className={classes['summary']}>
          <span className={classes['words']}>
            <h2 id={name}>{title}</h2>
            <span className={classes['state']} data-tone={isWaiting ? 'waiting' : undefined}>
              {state}
            </span>
          </span>
          <Icon name="chevron-down" />
        </summary>
        <div className={classes['body']}>
          {wasOpen && (
            <>
              {lead && <p className={classes['lead']}>{lead}</p>}
              {children}
            </>
          )}
        </div>
      </details>
    </section>
  );
}

/** Whether the row is open: by a press, or because the address names it. */
function useOpenRow(id: string) {
  const navigate = useNavigate();
  const isNamed = useRouterState({ select: ({ location }) => location.hash === id });
  const [isOpen, setIsOpen] = useState(isNamed);
  const [wasOpen, setWasOpen] = useState(isNamed);
  const summary = useRef<HTMLElement>(null);
  // The address as it came: what a press writes into it moves nothing.
  const isPressed = useRef(false);
  useEffect(() => {
    if (!isNamed || isPressed.current) return;
    setIsOpen(true);
    setWasOpen(true);
    summary.current?.scrollIntoView({ block: 'start' });
    summary.current?.focus({ preventScroll: true });
  }, [isNamed]);
  const handleToggle = ({ currentTarget: { open } }: ToggleEvent<HTMLDetailsElement>) => {
    if (open === isOpen) return;
    isPressed.current = open;
    setIsOpen(open);
    if (open) setWasOpen(true);
    if (open || isNamed)
      void navigate({ to: '.', search: true, hash: open ? id : '', replace: true, resetScroll: false, hashScrollIntoView: false });
  };
  return { isOpen, wasOpen, summary, handleToggle };
}
