import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useRouterState } from '@tanstack/react-router';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ShownPage } from '#shared/content/contentPages.ts';
import { pageAddress, placeOfAddress } from '#shared/content/contentAddress.ts';
import { boot } from '#web/lib/boot.ts';
import { CallError } from '#web/lib/call/call.ts';
import { formatDate } from '#web/lib/format.ts';
import { useWindowTitle } from '#web/lib/windowTitle.ts';
import { NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { RichText } from '#web/ui/text/RichText.tsx';
import classes from './ContentPage.module.css';
import { shownPageQuery } from './queries.ts';

/** A content page of a club (/rwa/…, /scb/…, /gsv/…). */
export function Page() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const place = placeOfAddress(path);
  if (!place) return <NotFoundNotice />;
  return <Content key={path} {...place} />;
}

function Content({ club, slug }: { club: ClubName; slug: string }) {
  const query = useQuery(shownPageQuery(club, slug));
  const { data, error } = query;
  useWindowTitle(data?.title, club);
  if (error instanceof CallError && error.code === 'not-found') return <NotFoundNotice />;
  if (error && !data)
    return (
      <>
        <PageTitle title={boot.clubs[club].displayName} />
        <Loading query={query} />
      </>
    );
  if (!data) return <Pending />;
  if (data.slug !== slug) return <Navigate to={pageAddress(club, data.slug)} replace />;
  return (
    <div className={classes['page']} data-alone={data.menu.length === 0 || undefined}>
      <article className={classes['article']}>
        <PageTitle title={data.title} />
        <RichText value={data.body} />
        <p className={classes['date']}>Stand: {formatDate(data.updatedAt)}</p>
      </article>
      {data.menu.length > 0 && <Menu page={data} />}
    </div>
  );
}

function Menu({ page }: { page: ShownPage }) {
  return (
    <nav className={`${classes['menu']} no-print`} aria-label="Seiten des Vereins">
      <ul>
        {page.menu.map(({ slug, label, depth }) => (
          <li key={slug} data-depth={Math.min(depth, 2)}>
            <Link to={pageAddress(page.club, slug)} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
