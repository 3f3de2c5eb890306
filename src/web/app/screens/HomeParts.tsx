import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { SoonOffers } from '#web/courses/offers/SoonOffers.tsx';
import { publicCoursesQuery } from '#web/courses/offers/queries.ts';
import { NextDates } from '#web/events/NextDates.tsx';
import { HallsNow } from '#web/halls/plan/HallsNow.tsx';
import { payloadQuery } from '#web/lib/call/payload.ts';
import { LatestNews } from '#web/office/home/LatestNews.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';

/** The start page below its head. Rendered as a whole, so that nothing shifts while the user taps. */
export function HomeParts() {
  const offers = useQuery(publicCoursesQuery());
  const home = useQuery(payloadQuery('home'));
  // Deferred, since it is the largest part of the page.
  const isThere = useDeferredValue(Boolean(home.data) && !offers.isPending);
  if (!home.data) return <Loading query={home} />;
  if (!isThere) return <Pending />;
  return (
    <>
      <SoonOffers />
      <NextDates />
      <LatestNews />
      <HallsNow />
    </>
  );
}
