import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { groupOfParameter, parameterGroups, type Parameter } from '#shared/club/config.ts';
import { pages } from '#shared/kernel/pages.ts';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { SectionList, WayToSections } from './SectionList.tsx';
import classes from './config.module.css';
import type { ParameterNotes } from './ParameterRow.tsx';
import { ParameterSection } from './ParameterSection.tsx';
import { parametersQuery } from './queries.ts';
import { isAbout, matchesSearch } from './readable.ts';

type ConfigPageProps = {
  /** Sections of other features, with the id used in the URL and a summary; composed by the app. */
  parts: readonly { id: string; title: string; state: ReactNode; content: ReactNode }[];
  /** What other features show above the parameters of a section, with the words that a search finds it by. */
  heads: { readonly [section: string]: { words: string; content: ReactNode } | undefined };
  /** What other features say beside a parameter. */
  notes: ParameterNotes;
};

/**
 * The parameters of the application: a club's are edited by its board, global ones by a super (/admin/config#section).
 * One section is shown at a time; the others stay mounted, so that their input is kept.
 */
export function Page({ parts, heads, notes }: ConfigPageProps) {
  const query = useQuery(parametersQuery);
  const { data } = query;
  const [wanted, setWanted] = useState('');
  const place = useLocation({ select: ({ hash }) => hash });
  const groups = groupsOf(data ?? []);
  const sections = [...groups.map(({ rows, ...group }) => ({ ...group, state: stateOf(rows) })), ...parts];
  const chosen = sections.find(({ id }) => id === place);
  const shown = chosen ?? sections[0];
  const isShown = (id: string, isFound: boolean) => (wanted ? isFound : id === shown?.id);
  const hasHead = (id: string) => matchesSearch(heads[id]?.words ?? '', wanted);
  const isNothing =
    wanted &&
    !groups.some(({ id }) => hasHead(id)) &&
    data &&
    !data.some((row) => isAbout(row, wanted)) &&
    !parts.some(({ title }) => matchesSearch(title, wanted));
  // What stands beside comes with the rows, so that nothing moves.
  const isThere = Boolean(data ?? query.error);
  useFocus(isThere ? chosen?.id : undefined);
  return (
    <>
      <PageTitle title={pages.adminConfig.title} />
      <Stack maw="48rem" mb="md">
        <SearchField label="Einstellung" value={wanted} onSearch={setWanted} />
        {!data && <Loading query={query} />}
        {isNothing && <EmptyState icon="search-off" title="Keine Einstellung gefunden." />}
      </Stack>
      <div className={classes['frame']} data-chosen={Boolean(chosen || wanted)} hidden={!isThere}>
        {data && !wanted && <SectionList sections={sections} shownId={shown?.id} />}
        <div className={classes['parts']}>
          {chosen && !wanted && <WayToSections />}
          {groups.map(({ id, title, rows }) => (
            <Place key={id} id={id} isShown={isShown(id, hasHead(id) || rows.some((row) => isAbout(row, wanted)))}>
              <div hidden={!hasHead(id)}>{heads[id]?.content}</div>
              <ParameterSection title={title} rows={rows} wanted={wanted} notes={notes} />
            </Place>
          ))}
          {parts.map(({ id, title, content }) => (
            <Place key={id} id={id} isShown={isShown(id, matchesSearch(title, wanted))}>
              {content}
            </Place>
          ))}
        </div>
      </div>
    </>
  );
}

function Place({ id, isShown, children }: { id: string; isShown: boolean; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1} hidden={!isShown} className={classes['place']}>
      {children}
    </div>
  );
}

function groupsOf(parameters: readonly Parameter[]) {
  return parameterGroups
    .map((group) => ({ id: group.id, title: group.title, rows: parameters.filter(({ name }) => groupOfParameter(name) === group.id) }))
    .filter(({ rows }) => rows.length > 0);
}

function stateOf(rows: readonly Parameter[]): string {
  const count = rows.length === 1 ? '1 Einstellung' : `${rows.length} Einstellungen`;
  const changed = rows.filter(({ isDefault }) => !isDefault).length;
  return changed > 0 ? `${count}, ${changed} geändert` : count;
}

/** The URL may name a section, which exists only once the parameters are loaded. */
function useFocus(section: string | undefined): void {
  useEffect(() => {
    if (!section) return;
    document.getElementById(section)?.focus({ preventScroll: true });
  }, [section]);
}
