import { lazy, Suspense } from 'react';
import { Page as HomePage } from '#web/home/HomePage.tsx';

const CourseFinder = lazy(async () => ({ default: (await import('#web/courses/CourseFinder.tsx')).CourseFinder }));

/** The start page, with the offers below it; they come after the first paint. */
export function Page() {
  return (
    <>
      <HomePage />
      <Suspense>
        <CourseFinder />
      </Suspense>
    </>
  );
}
