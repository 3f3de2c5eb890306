import { hasFeature } from '#shared/clubs.ts';
import { Page as ProfilePage } from '#web/identity/ProfilePage.tsx';
import { MyRegistrations } from '#web/courses/MyRegistrations.tsx';
import { boot } from '#web/lib/boot.ts';

/** The own page: the account, and where one and one's children take part. */
export function Page() {
  return (
    <>
      <ProfilePage />
      {hasFeature(boot.club, 'participations') && (
        <section aria-labelledby="anmeldungen">
          <h2 id="anmeldungen">Meine Anmeldungen</h2>
          <MyRegistrations />
        </section>
      )}
    </>
  );
}
