import { HomeHero } from '#web/office/home/HomeHero.tsx';
import { useAuth } from '#web/lib/session/session.ts';
import { RefusedPage } from './RefusedPage.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Of the viewer.
const ForYou = lazyPart(async () => (await import('./ForYou.tsx')).ForYou, null);
// Below the first screen: what opens the page does not wait for it.
const HomeParts = lazyPart(async () => (await import('./HomeParts.tsx')).HomeParts);

/** The start page of a club: what one came for in its head, then what is one's own, what begins soon, the next dates, the news and the halls. */
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
