import { lazy, Suspense } from 'react';
import { HomeHero } from '#web/office/home/HomeHero.tsx';
import { useAuth } from '#web/lib/session/session.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { RefusedPage } from './RefusedPage.tsx';

// Of the viewer.
const ForYou = lazy(() => import('./ForYou.tsx').then((module) => ({ default: module.ForYou })));
// Below the first screen: what opens the page does not wait for it.
const HomeParts = lazy(() => import('./HomeParts.tsx').then((module) => ({ default: module.HomeParts })));

/** The start page of a club: what one came for in its head, then what is one's own, what begins soon, the next dates, the news and the halls. */
export function Page() {
  const { user } = useAuth();
  return (
    <>
      <RefusedPage />
      <HomeHero isLow={Boolean(user)} />
      {user && (
        <Suspense>
          <ForYou />
        </Suspense>
      )}
      <Suspense fallback={<Pending />}>
        <HomeParts />
      </Suspense>
    </>
  );
}
