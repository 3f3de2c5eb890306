import { PageTitle } from '#web/ui/PageTitle.tsx';
import { CourseFinder } from '#web/courses/CourseFinder.tsx';
import { MyRegistrations } from '#web/courses/MyRegistrations.tsx';
import { useAuth } from '#web/lib/session.ts';
import { usePageTitle } from './usePageTitle.ts';

/** My club: where one takes part, and what the club offers. */
export function Page() {
  const title = usePageTitle();
  const { user } = useAuth();
  return (
    <>
      <PageTitle title={title} />
      {user && <MyRegistrations onlyOpen />}
      <CourseFinder />
    </>
  );
}
