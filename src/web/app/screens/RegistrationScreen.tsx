import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { EnrolmentPage } from '#web/courses/enrolments/EnrolmentPage.tsx';

const ApplicationStateCard = lazyPart(async () => (await import('#web/people/requests/ApplicationStateCard.tsx')).ApplicationStateCard);

/** /registration/{token}: what the link in a mail opens, an enrolment or an application for membership. */
export function Page() {
  return <EnrolmentPage otherwise={applicationOf} />;
}

function applicationOf(token: string) {
  return <ApplicationStateCard token={token} />;
}
