import { useParams } from '@tanstack/react-router';
import { z } from 'zod';
import { clubName } from '#shared/kernel/fields.ts';
import { useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';
import { CourseList, prefetchCourses } from './CourseList.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const EditorPage = lazyPart(async () => (await import('./EditorPage.tsx')).EditorPage);
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
  if (first === 'vorlagen') return <TemplateList />;
  if (first === '') return <CourseList viewer={user} />;
  if (first !== 'new' && !/^[0-9a-f-]{36}$/.test(first)) return <NotFoundNotice />;
  return <EditorPage id={first === 'new' ? undefined : first} author={user} club={club ?? user.club.name} />;
}
