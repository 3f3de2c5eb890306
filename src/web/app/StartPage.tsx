import { lazy, Suspense } from 'react';
import { HomePage } from '#web/home/HomePage.tsx';

// Below the first screen: what opens the page does not wait for it.
const NextDates = lazy(() => import('#web/events/NextDates.tsx').then((module) => ({ default: module.NextDates })));
const CourseFinder = lazy(() => import('#web/courses/CourseFinder.tsx').then((module) => ({ default: module.CourseFinder })));

/** The start page of a club: its picture, the news, the ways from here, the next dates and the offers. */
export function Page() {
  return (
    <>
      <HomePage />
      <Suspense>
        <NextDates />
        <CourseFinder />
      </Suspense>
    </>
  );
}
