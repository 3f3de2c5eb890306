import { MyCharges } from '#web/charges/MyCharges.tsx';
import { FeedsPart } from '#web/feeds/FeedsPart.tsx';
import { ProfilePicture } from '#web/files/ProfilePicture.tsx';
import { ChangeRequestPart } from '#web/members/ChangeRequestPart.tsx';
import { Page as ProfilePage } from '#web/identity/ProfilePage.tsx';

/** "Mein Profil" with the parts that other features add to it. */
export function Page() {
  return (
    <ProfilePage>
      <ProfilePicture />
      <MyCharges />
      <ChangeRequestPart />
      <FeedsPart />
    </ProfilePage>
  );
}
