import { CourseFinder } from '#web/courses/CourseFinder.tsx';
import { MyRegistrations } from '#web/courses/MyRegistrations.tsx';
import { ClubCardHead, ClubCardParts } from '#web/home/ClubCardParts.tsx';
import { ApplyPart } from '#web/members/ApplyPart.tsx';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session.ts';

/** My club: its card, where one takes part, and what the club offers. */
export function Page() {
  const { user } = useAuth();
  return (
    <>
      <ClubCardHead />
      {user && <MyRegistrations onlyOpen />}
      <CourseFinder />
      {/* The association has clubs, not members. */}
      {boot.club.name !== 'GSV' && <ApplyPart />}
      <ClubCardParts />
    </>
  );
}
