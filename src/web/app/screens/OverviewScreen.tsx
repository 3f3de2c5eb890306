import { Link } from '@tanstack/react-router';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { MyEnrolments } from '#web/courses/enrolments/MyEnrolments.tsx';
import { Absences } from '#web/courses/replies/Absences.tsx';
import { MyTrials } from '#web/courses/trials/MyTrials.tsx';
import { MySessions } from '#web/courses/replies/MySessions.tsx';
import { UnprovedAddress } from '#web/accounts/profile/UnprovedAddress.tsx';
import { Inbox } from '#web/accounts/notices/Inbox.tsx';
import { MyAssignments } from '#web/helpers/signUp/MyAssignments.tsx';
import { LackingMandates } from '#web/money/own/LackingMandates.tsx';
import { MyCharges } from '#web/money/own/MyCharges.tsx';
import { MyHoursToday } from '#web/courses/attendance/MyHoursToday.tsx';
import { MissingNumbers } from '#web/people/persons/MissingNumbers.tsx';
import { boot } from '#web/lib/boot.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';

/** "Meine Übersicht": what waits for an answer, the next two weeks of the family, and what is to be paid. */
export const Page = inDesignSystem(OverviewScreen);

function OverviewScreen() {
  return (
    <>
      <PageTitle title="Meine Übersicht" />
      <MyHoursToday />
      <MyEnrolments onlyOpen="answers" />
      <MissingNumbers />
      <Inbox />
      <PagePart title="Die nächsten Termine">
        <MyTrials />
        <MySessions />
        <Absences />
      </PagePart>
      {hasFeature(boot.club, 'operationals') && (
        <PagePart title="Meine Dienste">
          <MyAssignments />
        </PagePart>
      )}
      <MyCharges isQuiet />
      <LackingMandates />
      <UnprovedAddress />
      <p>
        <Link to="/profile">Anmeldungen, Familie und Konto stehen unter „Mein Profil“.</Link>
      </p>
    </>
  );
}
