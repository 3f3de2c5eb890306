import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '../plain/Icon.tsx';
import classes from './RecordDrawer.module.css';
import { RecordWalk } from './RecordWalk.tsx';

type RecordDrawerProps = {
  /** The open record; undefined while closed, "new" while one is made. */ id: string | undefined;
  /** Whether it is open, if that takes more than an id, e.g. a record that exists. */ isOpen?: boolean;
  title: ReactNode;
  size?: 'lg' | 'xl';
  /** The record's own page. */ page?: { to: string; params: { [name: string]: string } } | undefined;
  /** Opens another record of the list. */ onOpen: (id: string) => void;
  onClose: () => void;
  children: ReactNode;
};

/** The drawer of a record beside its list: the head walks through the records of the list and leads to the record's own page. */
export function RecordDrawer({ id, isOpen = id !== undefined, title, size = 'lg', page, onOpen, onClose, children }: RecordDrawerProps) {
  const [walkedTo, setWalkedTo] = useState<string>();
  const body = useRef<HTMLDivElement>(null);
  const walk = (next: string) => {
    setWalkedTo(next);
    onOpen(next);
  };
  // Another record begins at its top; what had the focus may have gone with the one before.
  useEffect(() => {
    if (walkedTo === undefined || walkedTo !== id) return;
    const content = body.current?.closest<HTMLElement>('[role=dialog]');
    content?.scrollTo({ top: 0 });
    if (!content?.contains(document.activeElement)) content?.querySelector<HTMLElement>('[data-drawer-title]')?.focus();
  }, [id, walkedTo]);
  // The focus returns to the row of the record shown last.
  useEffect(() => {
    if (isOpen || walkedTo === undefined) return undefined;
    const timer = setTimeout(() => (focusRow(walkedTo), setWalkedTo(undefined)), 20);
    return () => clearTimeout(timer);
  }, [isOpen, walkedTo]);
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={size} returnFocus={walkedTo === undefined}>
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header className={classes['head'] ?? ''}>
          <Drawer.Title className={classes['title'] ?? ''} tabIndex={-1} data-drawer-title>
            {title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Schließen" className={classes['close'] ?? ''} />
          {id !== undefined && (
            <div className={`${classes['tools']} no-print`}>
              <RecordWalk id={id} onOpen={walk} />
              {page && (
                <Link to={page.to} params={page.params} className={classes['page']}>
                  <Icon name="arrow-up-right" size={16} /> Als Seite öffnen
                </Link>
              )}
            </div>
          )}
        </Drawer.Header>
        <Drawer.Body ref={body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function focusRow(id: string): void {
  const row = document.querySelector(`[data-record="${CSS.escape(id)}"]`);
  const name =
    row?.querySelector<HTMLElement>('[data-name] a, [data-name] button') ?? row?.querySelector<HTMLElement>('a, button:not(label button)');
  name?.focus();
  name?.scrollIntoView({ block: 'nearest' });
}
