import { useRouterState } from '@tanstack/react-router';
import type { PageName } from '#shared/pages.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { usePageTitle } from './usePageTitle.ts';

/** Who will see the data of a page that has no role rule of its own: it opens for everybody, its data do not. */
const audiences: { readonly [page in PageName]?: string } = {
  mobileEventList: 'Öffentliche Termine sehen dann alle, die Teilnehmer nur Übungsleiter, Abteilungsleiter, Vorstand und Superuser.',
};

/** A page whose feature is not part of the product yet: it says so, and nothing else. */
export function Page() {
  const title = usePageTitle();
  const name = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.page });
  const audience = name && audiences[name];
  return (
    <>
      <PageTitle title={title} />
      <EmptyState icon="tools" title="Dieser Bereich ist noch nicht eingerichtet.">
        <p>Sobald es hier etwas gibt, finden Sie es an dieser Stelle.</p>
        {audience && <p>{audience}</p>}
      </EmptyState>
    </>
  );
}
