import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { MyEnrolments } from '#web/courses/enrolments/MyEnrolments.tsx';
import { Absences } from '#web/courses/replies/Absences.tsx';
import { OwnCards } from '#web/courses/cards/OwnCards.tsx';
import { MyTrials } from '#web/courses/trials/MyTrials.tsx';
import { ChangedSoon } from '#web/courses/replies/ChangedSoon.tsx';
import { MySessions } from '#web/courses/replies/MySessions.tsx';
import { UnprovedAddress } from '#web/accounts/profile/UnprovedAddress.tsx';
import { Inbox } from '#web/accounts/notices/Inbox.tsx';
import { noticesQuery } from '#web/accounts/notices/queries.ts';
import { MyAssignments } from '#web/helpers/signUp/MyAssignments.tsx';
import { LackingMandates } from '#web/money/own/LackingMandates.tsx';
import { MyCharges } from '#web/money/own/MyCharges.tsx';
import { MyHoursToday } from '#web/courses/attendance/MyHoursToday.tsx';
import { MissingNumbers } from '#web/people/persons/MissingNumbers.tsx';
import { useAuth } from '#web/lib/session/session.ts';
import { registerWorker } from '#web/lib/worker/worker.ts';
import { Together } from '#web/ui/late/Together.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { isOnFor } from './isOnFor.ts';
import { LostOverview } from './lostParts.tsx';

/** "Meine Übersicht", by urgency: changes, open questions, the family's next two weeks, payments due, missing data. */
export const Page = inDesignSystem(OverviewScreen);

function OverviewScreen() {
  const hasNews = useNews();
  const { user } = useAuth();
  useEffect(() => void registerWorker().catch(() => undefined), []);
  return (
    <>
      <PageTitle title="Meine Übersicht" />
      <LostOverview />
      <Together>
        <MyHoursToday />
        <ChangedSoon />
        <MyEnrolments onlyOpen="answers" />
        {hasNews && <Inbox atMost={2} />}
        <PagePart title="Die nächsten Termine">
          <MyTrials />
          <MySessions />
          <Absences />
        </PagePart>
        <OwnCards onlyValid />
        {isOnFor(user, 'operationals') && (
          <PagePart title="Meine Dienste">
            <MyAssignments />
          </PagePart>
        )}
        <MyCharges isQuiet />
        <MissingNumbers />
        <LackingMandates />
        <UnprovedAddress />
        {!hasNews && <Inbox />}
        <p>
          <Link to="/profile">Anmeldungen, Familie und Konto stehen unter „Mein Profil“.</Link>
        </p>
      </Together>
    </>
  );
}

/** Whether there is unread news, or was on this visit, so that the part stays in place while being read. */
function useNews(): boolean {
  const { data = [] } = useQuery(noticesQuery);
  const [hadNews, setHadNews] = useState(false);
  const hasNews = data.some(({ isRead }) => !isRead);
  if (hasNews && !hadNews) setHadNews(true);
  return hasNews || hadNews;
}
