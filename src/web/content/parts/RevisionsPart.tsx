import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { RichText as RichTextValue } from '#shared/kernel/richText.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Revisions } from '#web/ui/text/Revisions.tsx';
import { RichText } from '#web/ui/text/RichText.tsx';

type RevisionsPartProps = {
  record: { id: string; version: number };
  /** The record's collection, whose live notices refresh the list. */ collection: 'news' | 'pages';
  endpoints: {
    revisions: (input: { id: string }) => Promise<ComponentProps<typeof Revisions>['rows']>;
    readRevision: ReadRevision;
    restore: (input: { id: string; revision: number; version: number }) => Promise<unknown>;
  };
  /** Where a restored version appears: "im Beitrag". */ where: string;
};

type ReadRevision = (input: { id: string; revision: number }) => Promise<{ body: RichTextValue }>;

/** The stored versions of an article or a page. */
export function RevisionsPart({ record: { id, version }, collection, endpoints, where }: RevisionsPartProps) {
  const client = useQueryClient();
  const query = useQuery({ queryKey: [collection, 'revisions', id], queryFn: () => endpoints.revisions({ id }) });
  const { data } = query;
  const restore = useMutation({
    mutationFn: (revision: number) => endpoints.restore({ id, revision, version }),
    onSettled: () => client.invalidateQueries({ queryKey: [collection] }),
  });
  if (!data) return <Loading query={query} />;
  return (
    <Revisions
      rows={data}
      current={version}
      isBusy={restore.isPending}
      renderText={(revision) => <KeptText id={id} revision={revision} collection={collection} read={endpoints.readRevision} />}
      onRestore={(revision) =>
        restore.mutate(revision, { onError: notifyProblem, onSuccess: () => notify(`Fassung ${revision} steht wieder ${where}.`) })
      }
    />
  );
}

function KeptText({ id, revision, collection, read }: { id: string; revision: number; collection: string; read: ReadRevision }) {
  const query = useQuery({
    queryKey: [collection, 'revision', id, revision],
    queryFn: () => read({ id, revision }),
    // A stored version never changes.
    staleTime: Infinity,
  });
  return query.data ? <RichText value={query.data.body} /> : <Loading query={query} />;
}
