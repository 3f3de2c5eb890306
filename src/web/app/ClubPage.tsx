import { CourseFinder } from '#web/courses/CourseFinder.tsx';
import { MyRegistrations } from '#web/courses/MyRegistrations.tsx';
import { OpenLists } from '#web/helping/OpenLists.tsx';
import { hasFeature } from '#shared/clubs.ts';
import { ClubCardHead, ClubCardParts } from '#web/home/ClubCardParts.tsx';
import { ApplyPart } from '#web/members/ApplyPart.tsx';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session.ts';

/** My club: its card, where one takes part, where help is needed, and what the club offers. */
export function Page() {
  const { user } = useAuth();
  return (
    <>
      <ClubCardHead />
      {user && <MyRegistrations onlyOpen />}
      {user && hasFeature(boot.club, 'operationals') && <OpenLists />}
      <CourseFinder />
      {/* The association has clubs, not members. */}
      {boot.club.name !== 'GSV' && <ApplyPart />}
      <ClubCardParts />
    </>
  );
}
