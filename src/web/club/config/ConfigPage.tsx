import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { groupOfParameter, parameterGroups, parameters, type Parameter } from '#shared/club/config.ts';
import { pages } from '#shared/kernel/pages.ts';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import classes from './config.module.css';
import { ParameterRow } from './ParameterRow.tsx';
import { parametersQuery } from './queries.ts';
import { readable } from './readable.ts';

type ConfigPageProps = {
  /** Parts of other features, with the place that an address names them by; the app composes them. */
  parts: readonly { id: string; title: string; content: ReactNode }[];
};

/** The parameters of the application: those of a club are changed by its board, those of all by a super (/admin/config). */
export function Page({ parts }: ConfigPageProps) {
  const { data, error, refetch } = useQuery(parametersQuery);
  const [wanted, setWanted] = useState('');
  useJump(Boolean(data));

  const groups = parameterGroups
    .map((group) => ({
      ...group,
      rows: (data ?? []).filter((row) => groupOfParameter(row.name) === group.id && isAbout(row, wanted)),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <>
      <PageTitle title={pages.adminConfig.title} />
      <Stack maw="48rem">
        <SearchField label="Einstellung" value={wanted} onSearch={setWanted} />
        {data && !wanted && <Index entries={[...groups, ...parts]} />}
        {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Pending />}
        {wanted && data && groups.length === 0 && <EmptyState icon="search-off" title="Keine Einstellung gefunden." />}
      </Stack>
      <div className={classes['parts']}>
        {groups.map(({ id, title, rows }) => (
          <div key={id} id={id} tabIndex={-1} className={classes['place']}>
            <PagePart title={title}>
              <ul className={classes['rows']}>
                {rows.map((parameter) => (
                  <ParameterRow key={parameter.name} parameter={parameter} />
                ))}
              </ul>
            </PagePart>
          </div>
        ))}
        {!wanted &&
          parts.map(({ id, content }) => (
            <div key={id} id={id} tabIndex={-1} className={classes['place']}>
              {content}
            </div>
          ))}
      </div>
    </>
  );
}

function Index({ entries }: { entries: readonly { id: string; title: string }[] }) {
  return (
    <nav aria-label="Abschnitte" className={classes['index']}>
      {entries.map(({ id, title }) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}

/** An address may name a part of the page, which is there only once the parameters are. */
function useJump(isThere: boolean): void {
  const place = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (!isThere || !place) return;
    const part = document.getElementById(place);
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }, [isThere, place]);
}

function isAbout({ name, value }: Parameter, wanted: string): boolean {
  const { label, help } = parameters[name];
  return `${label} ${help} ${readable(name, value)}`.toLocaleLowerCase('de').includes(wanted.toLocaleLowerCase('de'));
}
