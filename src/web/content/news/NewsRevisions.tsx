import { useQuery } from '@tanstack/react-query';
import type { EditedNews } from '#shared/content/news.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { Revisions } from '#web/ui/text/Revisions.tsx';
import { RichText } from '#web/ui/text/RichText.tsx';
import { revisionQuery, revisionsQuery, useNewsMutations } from './queries.ts';

/** The kept versions of a news. */
export function NewsRevisions({ news }: { news: EditedNews }) {
  const { data } = useQuery(revisionsQuery(news.id));
  const { restore } = useNewsMutations();
  if (!data) return <Pending />;
  return (
    <Revisions
      rows={data}
      current={news.version}
      isBusy={restore.isPending}
      renderText={(version) => <Text id={news.id} version={version} />}
      onRestore={(revision) =>
        restore.mutate(
          { id: news.id, revision, version: news.version },
          { onError: notifyProblem, onSuccess: () => notify(`Fassung ${revision} steht wieder im Beitrag.`) },
        )
      }
    />
  );
}

function Text({ id, version }: { id: string; version: number }) {
  const { data } = useQuery(revisionQuery(id, version));
  return data ? <RichText value={data.body} /> : <Pending />;
}
