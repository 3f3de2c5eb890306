import { useState } from 'react';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import type { WatchTarget } from './WatchForm.tsx';
import classes from '../offers/course.module.css';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Most visitors only read: the form is loaded on demand.
const WatchForm = lazyPart(async () => (await import('./WatchForm.tsx')).WatchForm);

/** Starts a watch for visitors and viewers. */
export function WatchPart({ target, label }: { target: WatchTarget; label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={classes['card']} aria-label="Bescheid geben">
      {isOpen ? (
        <WatchForm key={JSON.stringify(target)} target={target} onClose={() => setIsOpen(false)} />
      ) : (
        <PlainButton onClick={() => setIsOpen(true)}>{label}</PlainButton>
      )}
    </section>
  );
}
