import { CloseButton, FocusTrap, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../plain/Icon.tsx';
import { closeButtonProps } from '../theme/theme.ts';
import { useShownRecord } from './listedRecords.ts';
import classes from './RecordDrawer.module.css';
import { RecordWalk } from './RecordWalk.tsx';
import { useBeside } from './useBeside.ts';
import { useRecordFocus } from './useRecordFocus.ts';

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

/**
 * The record of a list: on wide screens beside the list, which stays usable; on narrow ones a page of its own, with the list kept behind
 * it where it was. The head walks through the records of the list and leads to the record's own page.
 */
export function RecordDrawer({ id, isOpen = id !== undefined, title, size = 'lg', page, onOpen, onClose, children }: RecordDrawerProps) {
  const isBeside = useBeside();
  const part = useRef<HTMLElement>(null);
  const titleId = useId();
  const beforeWalk = useRecordFocus(part, id, isOpen);
  useShownRecord(isOpen ? id : undefined);
  useEscape(part, isOpen, onClose);
  if (!isOpen) return null;
  const walk = (next: string) => {
    beforeWalk(next);
    onOpen(next);
  };
  return createPortal(
    <FocusTrap active={!isBeside} innerRef={part}>
      <section
        // The element would stand in the top layer or above its questions.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        aria-modal={isBeside ? undefined : true}
        aria-labelledby={titleId}
        tabIndex={-1}
        data-record-part={isBeside ? 'beside' : 'page'}
        data-size={size}
        className={classes['part']}
      >
        <header className={classes['head']}>
          {!isBeside && (
            <UnstyledButton className={classes['back']} onClick={onClose}>
              <Icon name="chevron-left" size={18} /> Zurück zur Liste
            </UnstyledButton>
          )}
          <h2 id={titleId} className={classes['title']} tabIndex={-1} data-drawer-title data-autofocus={isBeside ? undefined : true}>
            {title}
          </h2>
          {isBeside && <CloseButton {...closeButtonProps} className={classes['close'] ?? ''} onClick={onClose} />}
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
        </header>
        <div className={classes['body']}>{children}</div>
      </section>
    </FocusTrap>,
    placeOf(),
  );
}

let place: HTMLElement | undefined;

/** Before the dialogs, which come later in the document and lie over the record. */
function placeOf(): HTMLElement {
  if (place?.isConnected) return place;
  place = document.createElement('div');
  const page = document.querySelector('#root');
  if (page) page.after(place);
  else document.body.prepend(place);
  return place;
}

/** Closes by Escape, unless something lies over the record, e.g. a menu or a question, which the key closes first. */
function useEscape(part: RefObject<HTMLElement | null>, isOpen: boolean, onClose: () => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    if (target instanceof Element && target.closest('[aria-expanded=true], [data-mantine-stop-propagation=true]')) return;
    // The browser empties a search field first.
    if (target instanceof HTMLInputElement && target.type === 'search' && target.value && !part.current?.contains(target)) return;
    if ([...document.querySelectorAll('[role=dialog], [role=menu]')].some((one) => one !== part.current)) return;
    onClose();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: KeyboardEvent) => hear(event);
    // Before what lies over it has closed.
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [isOpen]);
}
