import { lazy, Suspense, useState } from 'react';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import type { WatchTarget } from './WatchForm.tsx';
import classes from '../offers/course.module.css';

// Most visitors only read: the form comes when somebody wants it.
const WatchForm = lazy(() => import('./WatchForm.tsx').then((module) => ({ default: module.WatchForm })));

/** Starts a watch for visitors and viewers. */
export function WatchPart({ target, label }: { target: WatchTarget; label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={classes['card']} aria-label="Bescheid geben">
      {isOpen ? (
        <Suspense fallback={<Pending />}>
          <WatchForm key={JSON.stringify(target)} target={target} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : (
        <PlainButton onClick={() => setIsOpen(true)}>{label}</PlainButton>
      )}
    </section>
  );
}
