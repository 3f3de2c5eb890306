import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { MyConsents } from '#web/courses/enrolments/MyConsents.tsx';
import { MyNotices } from '#web/courses/enrolments/MyNotices.tsx';
import { MyTrials } from '#web/courses/trials/MyTrials.tsx';
import { MyRegistrations } from '#web/courses/enrolments/MyRegistrations.tsx';
import { MyCharges } from '#web/money/charges/MyCharges.tsx';
import { FeedsPart } from '#web/office/feeds/FeedsPart.tsx';
import { ProfilePicture } from '#web/files/pictures/ProfilePicture.tsx';
import { ChangeRequestPart } from '#web/people/requests/ChangeRequestPart.tsx';
import { EmergencyPart } from '#web/people/persons/EmergencyPart.tsx';
import { OwnMembersPart } from '#web/people/persons/OwnMembersPart.tsx';
import { MyAssignments } from '#web/helpers/signUp/MyAssignments.tsx';
import { Page as ProfilePage } from '#web/accounts/profile/ProfilePage.tsx';
import { OwnViews } from '#web/office/privacy/OwnViews.tsx';
import { ReadableFile } from '#web/office/privacy/ReadableFile.tsx';
import type { OwnFile } from '#shared/accounts/identity.ts';
import { boot } from '#web/lib/boot.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';

/** "Mein Profil" with the parts that other features add to it. */
export const Page = inDesignSystem(ProfileScreen);

const readFile = (file: OwnFile) => <ReadableFile file={file} />;

function ProfileScreen() {
  return (
    <ProfilePage readFile={readFile}>
      <ProfilePicture />
      {hasFeature(boot.club, 'participations') && (
        <>
          <PagePart title="Meine Anmeldungen">
            <MyRegistrations />
            <MyTrials />
          </PagePart>
          <MyNotices />
          <MyConsents />
        </>
      )}
      <EmergencyPart />
      <OwnMembersPart />
      <MyCharges />
      <ChangeRequestPart />
      {hasFeature(boot.club, 'operationals') && (
        <PagePart title="Meine Dienste">
          <MyAssignments />
        </PagePart>
      )}
      <OwnViews />
      <FeedsPart />
    </ProfilePage>
  );
}
