import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { newsAddress, newsPhase, newsStateNames } from '#shared/content/news.ts';
import { api } from '#web/lib/call/call.ts';
import { boot } from '#web/lib/boot.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { NewsForm } from './NewsForm.tsx';
import { DeleteButton } from '../parts/DeleteButton.tsx';
import { RevisionsPart } from '../parts/RevisionsPart.tsx';
import { editedQuery, useNewsMutations } from './queries.ts';

type NewsEditorProps = { id: string; club: ClubName; onDone: (id?: string) => void };

/** Edits an article, a new one for the id "neu". */
export function NewsEditor({ id, club, onDone }: NewsEditorProps) {
  const isNew = id === 'neu';
  const query = useQuery({ ...editedQuery(id), enabled: !isNew });
  const { data } = query;
  const { remove } = useNewsMutations();
  if (!isNew && !data) return <Loading query={query} />;
  return (
    <>
      <PageTitle title={data ? data.title : 'Neuer Beitrag'}>
        <Button variant="default" leftSection={<Icon name="arrow-left" size={18} />} onClick={() => onDone()}>
          Alle Beiträge
        </Button>
        {data && newsPhase(data) === newsStateNames.published && (
          <Button
            variant="default"
            component="a"
            href={newsAddress(boot.club.name, data)}
            target="_blank"
            leftSection={<Icon name="external-link" size={18} />}
          >
            Ansehen
          </Button>
        )}
        {data && <DeleteButton record={data} remove={remove} onDone={onDone} />}
      </PageTitle>
      <PagePart title="Beitrag">
        <NewsForm news={data} club={data?.club ?? club} onCreated={onDone} />
      </PagePart>
      {data && (
        <PagePart title="Fassungen" lead="Jedes Speichern behält die Fassung davor. Sie lässt sich ansehen und zurückholen.">
          <RevisionsPart record={data} collection="news" endpoints={api.newsroom} where="im Beitrag" />
        </PagePart>
      )}
    </>
  );
}
