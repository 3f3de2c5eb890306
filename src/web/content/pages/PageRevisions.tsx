import { useQuery } from '@tanstack/react-query';
import type { ContentPage } from '#shared/content/contentPages.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { Revisions } from '#web/ui/text/Revisions.tsx';
import { RichText } from '#web/ui/text/RichText.tsx';
import { revisionQuery, revisionsQuery, usePageMutations } from './queries.ts';

/** The kept versions of a page. */
export function PageRevisions({ page }: { page: ContentPage }) {
  const { data } = useQuery(revisionsQuery(page.id));
  const { restore } = usePageMutations();
  if (!data) return <Pending />;
  return (
    <Revisions
      rows={data}
      current={page.version}
      isBusy={restore.isPending}
      renderText={(version) => <Text id={page.id} version={version} />}
      onRestore={(revision) =>
        restore.mutate(
          { id: page.id, revision, version: page.version },
          { onError: notifyProblem, onSuccess: () => notify(`Fassung ${revision} steht wieder auf der Seite.`) },
        )
      }
    />
  );
}

function Text({ id, version }: { id: string; version: number }) {
  const { data } = useQuery(revisionQuery(id, version));
  return data ? <RichText value={data.body} /> : <Pending />;
}
