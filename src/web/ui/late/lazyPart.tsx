import { createContext, lazy, Suspense, use, useState, type ComponentType, type ReactNode } from 'react';
import { partIsLost } from '#web/lib/call/callError.ts';
import { isFailedPart } from '#web/lib/call/freshness.ts';
import { mayComeNow } from '#web/lib/call/line.ts';
import { LoadProblem } from '../notices/LoadProblem.tsx';
import { Pending } from '../notices/Pending.tsx';

const Retry = createContext<() => void>(() => undefined);

/**
 * A part of a page whose code is loaded when it is first rendered. `meanwhile` is the fallback. If its file cannot be loaded, that is shown
 * in its place, with a retry button; the rest of the page, and anything typed there, stays.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile: ReactNode = <Pending />) {
  const begin = (): ComponentType<Props> => lazy(async () => ({ default: mayComeNow() ? await load().catch(whenLost) : lost() }));
  const kept = { Part: begin() };
  const lost = (): ComponentType<Props> => {
    kept.Part = begin();
    return LostPart;
  };
  const whenLost = (error: unknown): ComponentType<Props> => {
    if (!isFailedPart(error)) throw error;
    return lost();
  };
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => kept.Part);
    return (
      <Retry value={() => setPart(() => kept.Part)}>
        <Suspense fallback={meanwhile}>
          <Part {...props} />
        </Suspense>
      </Retry>
    );
  };
}

function LostPart() {
  return <LoadProblem error={partIsLost} onRetry={use(Retry)} />;
}

/** A dialog or drawer whose code is loaded when it is first opened; then it stays mounted, so that its closing animation runs. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>, isOpen: (props: Props) => boolean) {
  const Part = lazyPart(load, null);
  return function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(false);
    if (isOpen(props) && !wasOpened) setWasOpened(true);
    return wasOpened && <Part {...props} />;
  };
}
