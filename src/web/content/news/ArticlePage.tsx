import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { CallError } from '#web/lib/call/call.ts';
import { useWindowTitle } from '#web/lib/windowTitle.ts';
import { NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { ArticleText } from './ArticleText.tsx';
import classes from './news.module.css';
import { articleQuery } from './queries.ts';

/** One article at its own URL. */
export function ArticlePage({ club, slug }: { club: ClubName; slug: string }) {
  const query = useQuery(articleQuery(club, slug));
  const { data, error } = query;
  useWindowTitle(data?.title);
  if (error instanceof CallError && error.code === 'not-found') return <NotFoundNotice />;
  if (error && !data)
    return (
      <>
        <PageTitle title="Neuigkeiten" />
        <Loading query={query} />
      </>
    );
  if (!data) return <Pending />;
  return (
    <>
      <Link to="/news" className={classes['back']}>
        <Icon name="arrow-left" size={18} /> Alle Neuigkeiten
      </Link>
      <ArticleText article={data} titleLevel={1} />
    </>
  );
}
