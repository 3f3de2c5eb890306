import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { LegalKind } from '#shared/content/legalPages.ts';
import { lastingKinds } from '#shared/content/contentPages.ts';
import { pageAddress } from '#shared/content/contentAddress.ts';
import { api } from '#web/lib/call/call.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PageForm } from './PageForm.tsx';
import { DeleteButton } from '../parts/DeleteButton.tsx';
import { RevisionsPart } from '../parts/RevisionsPart.tsx';
import { pageQuery, usePageMutations } from './queries.ts';

type PageEditorProps = {
  id: string;
  club: ClubName;
  /** The legal kind of a new page. */ kind: LegalKind | undefined;
  onDone: (id?: string) => void;
};

/** Edits a page, a new one for the id "neu". */
export function PageEditor({ id, club, kind, onDone }: PageEditorProps) {
  const isNew = id === 'neu';
  const query = useQuery({ ...pageQuery(id), enabled: !isNew });
  const { data } = query;
  const { remove } = usePageMutations();
  if (!isNew && !data) return <Loading query={query} />;
  return (
    <>
      <PageTitle title={data ? data.title : 'Neue Seite'}>
        <Button variant="default" leftSection={<Icon name="arrow-left" size={18} />} onClick={() => onDone()}>
          Alle Seiten
        </Button>
        {data?.state === 'published' && (
          <Button
            variant="default"
            component="a"
            href={pageAddress(data.club, data.slug)}
            target="_blank"
            leftSection={<Icon name="external-link" size={18} />}
          >
            Ansehen
          </Button>
        )}
        {data && !lastingKinds.includes(data.legalKind) && <DeleteButton record={data} remove={remove} onDone={onDone} />}
      </PageTitle>
      <PagePart title="Text und Einordnung">
        <PageForm page={data} club={data?.club ?? club} kind={kind} onCreated={onDone} />
      </PagePart>
      {data && (
        <PagePart title="Fassungen" lead="Jedes Speichern behält die Fassung davor. Sie lässt sich ansehen und zurückholen.">
          <RevisionsPart record={data} collection="pages" endpoints={api.contentPages} where="auf der Seite" />
        </PagePart>
      )}
    </>
  );
}
