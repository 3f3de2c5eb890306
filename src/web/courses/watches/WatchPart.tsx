import { useState } from 'react';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import type { WatchTarget } from './WatchForm.tsx';
import classes from '../offers/course.module.css';
import { lazyPart } from '#web/ui/plain/lazyPart.tsx';

// Most visitors only read: the form comes when somebody wants it.
const WatchForm = lazyPart(async () => (await import('./WatchForm.tsx')).WatchForm);

/** Lets somebody be told when there is something for them. */
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
