import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { z } from 'zod';
import { clubName } from '#shared/kernel/fields.ts';
import { useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { CourseList, prefetchCourses } from './CourseList.tsx';
import { newCourse, valuesOf } from './courseForm.ts';
import { editedCourseQuery } from './queries.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const CourseEditor = lazyPart(async () => (await import('./CourseEditor.tsx')).CourseEditor);
const TemplateList = lazyPart(async () => (await import('../templates/TemplateList.tsx')).TemplateList);

const address = z.object({ club: clubName.optional() });

export const prefetch: Prefetch = async (client, search, path) => {
  // The pages of single offers lie below it.
  if (path === '/admin/courses') await prefetchCourses(client, search, path);
};

/** The offers of the club: the list, the templates, a new offer, or the editor (/admin/courses/{slug...}). */
export function Page() {
  const { _splat = '' } = useParams({ strict: false });
  const [first = ''] = _splat.split('/');
  const [{ club }] = useAddress(address);
  const { user } = useAuth();
  if (!user) return null;
  if (first === 'new') return <CourseEditor fields={newCourse(user)} club={club ?? user.club.name} />;
  if (first === 'vorlagen') return <TemplateList />;
  if (first === '') return <CourseList viewer={user} />;
  return /^[0-9a-f-]{36}$/.test(first) ? <Loading id={first} /> : <NotFoundNotice />;
}

function Loading({ id }: { id: string }) {
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
