import { HomeHero } from '#web/office/home/HomeHero.tsx';
import { useAuth } from '#web/lib/session/session.ts';
import { RefusedPage } from './RefusedPage.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Only for signed-in viewers.
const ForYou = lazyPart(async () => (await import('./ForYou.tsx')).ForYou, null);
// Below the fold: the first paint does not wait for it.
const HomeParts = lazyPart(async () => (await import('./HomeParts.tsx')).HomeParts);

/**
 * A club's start page: the main links in its head, then the viewer's own rows, offers that begin soon, the next events,
 * news and facilities.
 */
export function Page() {
  const { user } = useAuth();
  return (
    <>
      <RefusedPage />
      <HomeHero isLow={Boolean(user)} />
      {user && <ForYou />}
      <HomeParts />
    </>
  );
}
