import { SoonOffers } from '#web/courses/offers/SoonOffers.tsx';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { ClubCardHead, ClubCardParts } from '#web/office/home/ClubCardParts.tsx';
import { ApplyPart } from '#web/people/requests/ApplyPart.tsx';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { FeeOrder } from '#web/money/order/FeeOrder.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Only for members, so visitors do not load it.
const MyEnrolments = lazyPart(async () => (await import('#web/courses/enrolments/MyEnrolments.tsx')).MyEnrolments);
const OpenLists = lazyPart(async () => (await import('#web/helpers/signUp/OpenLists.tsx')).OpenLists);

/** "Mein Verein": one's enrolments, helper lists with open shifts, the club's contact data and its offers. */
export function Page() {
  const { user } = useAuth();
  return (
    <>
      <ClubCardHead />
      {user && (
        <>
          <MyEnrolments onlyOpen />
          {hasFeature(boot.clubs[user.club.name], 'operationals') && <OpenLists />}
        </>
      )}
      <ClubCardParts />
      <ApplyPart fees={boot.club.name === 'GSV' ? null : <FeeOrder club={boot.club.name} />} />
      <SoonOffers />
    </>
  );
}
