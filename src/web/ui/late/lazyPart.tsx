import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { Pending } from '../notices/Pending.tsx';

/** A part of a page whose code is loaded when it is first rendered. `meanwhile` is the fallback. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile: ReactNode = <Pending />) {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
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
