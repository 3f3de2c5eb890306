import { lazy, Suspense } from 'react';
import { SoonOffers } from '#web/courses/offers/SoonOffers.tsx';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { ClubCardHead, ClubCardParts } from '#web/office/home/ClubCardParts.tsx';
import { ApplyPart } from '#web/people/requests/ApplyPart.tsx';
import type { Checkout } from '#web/people/requests/ApplyForm.tsx';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { FeeOrder } from '#web/money/order/FeeOrder.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';

// For members alone; visitors need not load it.
const MyEnrolments = lazy(() => import('#web/courses/enrolments/MyEnrolments.tsx').then((module) => ({ default: module.MyEnrolments })));
const FeeQuote = lazy(() => import('#web/money/order/FeeQuote.tsx').then((module) => ({ default: module.FeeQuote })));
const OpenLists = lazy(() => import('#web/helpers/signUp/OpenLists.tsx').then((module) => ({ default: module.OpenLists })));

const checkout: Checkout = (wishes, lastStep) => <FeeQuote wishes={wishes}>{lastStep}</FeeQuote>;

/** My club: where one takes part, where help is needed, its card, and what it offers. */
export function Page() {
  const { user } = useAuth();
  return (
    <>
      <ClubCardHead />
      {user && (
        <Suspense fallback={<Pending />}>
          <MyEnrolments onlyOpen />
          {hasFeature(boot.clubs[user.club.name], 'operationals') && <OpenLists />}
        </Suspense>
      )}
      <ClubCardParts />
      {/* The association has clubs, not members. */}
      {boot.club.name !== 'GSV' && <ApplyPart fees={<FeeOrder />} checkout={checkout} />}
      <SoonOffers />
    </>
  );
}
