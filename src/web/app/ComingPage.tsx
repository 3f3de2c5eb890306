import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { usePageTitle } from './usePageTitle.ts';

/** A page whose feature is not part of the product yet: it says so, and nothing else. */
export function Page() {
  const title = usePageTitle();
  return (
    <>
      <PageTitle title={title} />
      <EmptyState icon="tools" title="Dieser Bereich ist noch nicht eingerichtet.">
        <p>Sobald es hier etwas gibt, finden Sie es an dieser Stelle.</p>
      </EmptyState>
    </>
  );
}
