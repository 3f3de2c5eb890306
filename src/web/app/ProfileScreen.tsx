import { inDesignSystem } from '#web/ui/DesignSystem.tsx';
import { hasFeature } from '#shared/clubs.ts';
import { MyConsents } from '#web/courses/MyConsents.tsx';
import { MyNotices } from '#web/courses/MyNotices.tsx';
import { MyRegistrations } from '#web/courses/MyRegistrations.tsx';
import { MyCharges } from '#web/charges/MyCharges.tsx';
import { FeedsPart } from '#web/feeds/FeedsPart.tsx';
import { ProfilePicture } from '#web/files/ProfilePicture.tsx';
import { ChangeRequestPart } from '#web/members/ChangeRequestPart.tsx';
import { OwnMembersPart } from '#web/members/OwnMembersPart.tsx';
import { MyDuties } from '#web/helping/MyDuties.tsx';
import { Page as ProfilePage } from '#web/identity/ProfilePage.tsx';
import { boot } from '#web/lib/boot.ts';
import { PagePart } from '#web/ui/PagePart.tsx';

/** "Mein Profil" with the parts that other features add to it. */
export const Page = inDesignSystem(ProfileScreen);

function ProfileScreen() {
  return (
    <ProfilePage>
      <ProfilePicture />
      {hasFeature(boot.club, 'participations') && (
        <>
          <PagePart title="Meine Anmeldungen">
            <MyRegistrations />
          </PagePart>
          <MyNotices />
          <MyConsents />
        </>
      )}
      <OwnMembersPart />
      <MyCharges />
      <ChangeRequestPart />
      {hasFeature(boot.club, 'operationals') && (
        <PagePart title="Meine Dienste">
          <MyDuties />
        </PagePart>
      )}
      <FeedsPart />
    </ProfilePage>
  );
}
