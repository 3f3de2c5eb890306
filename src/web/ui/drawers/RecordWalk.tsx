import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isTyping, useKeysWanted } from '../keys/listKeys.ts';
import { Icon } from '../plain/Icon.tsx';
import { usePlace, type Place } from './listedRecords.ts';
import classes from './RecordDrawer.module.css';

type RecordWalkProps = { id: string; onOpen: (id: string) => void };

/** "3 von 62 ‹ ›": where the open record stands in its list, and the way to the ones beside it, by button or by j and k. */
export function RecordWalk({ id, onOpen }: RecordWalkProps) {
  const place = usePlace(id);
  const bar = useRef<HTMLDivElement>(null);
  // The last loaded record, from which the next page was asked for.
  const [waitingAt, setWaitingAt] = useState<string>();
  const next = place?.next;
  const goOn = () => {
    if (next !== undefined) return onOpen(next);
    if (!place?.onMore || waitingAt === id) return undefined;
    setWaitingAt(id);
    // What has not come by then does not come: the list says why.
    const giveUp = () => setWaitingAt((was) => (was === id ? undefined : was));
    void Promise.resolve(place.onMore()).finally(() => setTimeout(giveUp, 500));
    return undefined;
  };
  const goBack = () => place?.previous !== undefined && onOpen(place.previous);
  const hasCome = waitingAt === id && next !== undefined;
  useEffect(() => {
    if (!hasCome) return;
    setWaitingAt(undefined);
    onOpen(next);
    // Once, when the page has come: a refused walk, e.g. because of unsaved input, is not tried again by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasCome]);
  useWalkKeys(bar, { j: goOn, k: goBack });
  if (!place || (place.count < 2 && place.at >= 0 && !place.onMore)) return null;
  const canGoOn = next !== undefined || place.onMore !== undefined;
  return (
    <div ref={bar} data-walk className={classes['walk']}>
      <output className={classes['place']}>{placeInWords(place)}</output>
      <Step label="Vorige Zeile" icon="chevron-left" canGo={place.previous !== undefined} onGo={goBack} />
      <Step label="Nächste Zeile" icon="chevron-right" canGo={canGoOn} isBusy={waitingAt === id} onGo={goOn} />
    </div>
  );
}

type StepProps = { label: string; icon: string; canGo: boolean; isBusy?: boolean; onGo: () => unknown };

/** At an end the button stays where it is and keeps the focus; it only does nothing. */
function Step({ label, icon, canGo, isBusy = false, onGo }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      aria-disabled={!canGo || undefined}
      data-disabled={!canGo || undefined}
      aria-busy={isBusy || undefined}
      onClick={canGo ? onGo : undefined}
    >
      <Icon name={icon} size={18} />
    </ActionIcon>
  );
}

/** "3 von 62", "50 von über 50"; total counts of ten thousand and more are not exact. */
function placeInWords({ at, count, total, onMore }: Place): string {
  if (at < 0) return 'nicht mehr in der Liste';
  const all = total?.toLocaleString('de-DE') ?? (onMore ? `über ${count}` : String(count));
  return `${(at + 1).toLocaleString('de-DE')} von ${all}`;
}

/** Walks by single keys, unless a field has the focus or something lies over the drawer. */
function useWalkKeys(bar: React.RefObject<HTMLElement | null>, ways: { [key: string]: () => unknown }): void {
  const [isWanted] = useKeysWanted();
  useEffect(() => {
    if (!isWanted) return undefined;
    const hear = (event: KeyboardEvent) => {
      const way = ways[event.key];
      const drawer = bar.current?.closest('[role=dialog]');
      if (!way || !drawer || isTyping(event)) return;
      const isCovered = [...document.querySelectorAll('[role=dialog], [role=menu]')].some((one) => one !== drawer);
      if (isCovered) return;
      event.preventDefault();
      way();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  });
}
