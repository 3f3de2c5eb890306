import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { User } from '#shared/kernel/user.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { CourseEditor } from './CourseEditor.tsx';
import { newCourse, valuesOf } from './courseForm.ts';
import { editedCourseQuery } from './queries.ts';

type EditorPageProps = { id: string | undefined; author: User; club: ClubName };

/** The editor of an offer, or of a new one without `id`, which begins for the club. */
export function EditorPage({ id, author, club }: EditorPageProps) {
  return id === undefined ? <CourseEditor fields={newCourse(author)} club={club} /> : <Existing id={id} />;
}

function Existing({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(editedCourseQuery(id));
  if (error && !data)
    return (
      <>
        <PageTitle title="Sportangebot" />
        <LoadProblem error={error} onRetry={() => void refetch()} />
      </>
    );
  return data ? <CourseEditor key={data.id} fields={valuesOf(data)} club={data.club} course={data} /> : <Pending />;
}
