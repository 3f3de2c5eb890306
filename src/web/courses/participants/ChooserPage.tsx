import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { CourseChoice } from './CourseChoice.tsx';

/** Selects a course on the phone (/admin/mobile/participants). */
export function Page() {
  return (
    <>
      <PageTitle title="Kurse" />
      <CourseChoice />
    </>
  );
}
