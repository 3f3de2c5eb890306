import { lazy, Suspense } from 'react';
import { useAuth } from '#web/lib/session/session.ts';
import { RefusedPage } from './RefusedPage.tsx';
import { NextDates } from '#web/events/NextDates.tsx';
import { HomeHero } from '#web/office/home/HomeHero.tsx';
import { LatestNews } from '#web/office/home/LatestNews.tsx';
import { Ways } from '#web/office/home/Ways.tsx';

// Of the viewer.
const ForYou = lazy(() => import('./ForYou.tsx').then((module) => ({ default: module.ForYou })));
// Below the first screen: what opens the page does not wait for it.
const HallsNow = lazy(() => import('#web/halls/plan/HallsNow.tsx').then((module) => ({ default: module.HallsNow })));
const CourseFinder = lazy(() => import('#web/courses/offers/CourseFinder.tsx').then((module) => ({ default: module.CourseFinder })));

/** The start page of a club: its picture, the next dates, the news, the ways from here, what is on in the halls, and the offers. */
export function Page() {
  const { user } = useAuth();
  return (
    <>
      <RefusedPage />
      {user && (
        <Suspense>
          <ForYou />
        </Suspense>
      )}
      <HomeHero />
      <NextDates />
      <LatestNews />
      <Ways />
      <Suspense>
        <HallsNow />
        <CourseFinder />
      </Suspense>
    </>
  );
}
