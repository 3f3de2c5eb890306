import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanFile } from '#shared/office/germanFile.ts';
import type { SubjectFile } from '#shared/office/privacy.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { ConsentList } from './ConsentList.tsx';
import { ErasurePart } from './ErasurePart.tsx';
import { previewQuery, usePrivacyMutations } from './queries.ts';
import { ReadableFile } from './ReadableFile.tsx';

/** One person: data export, consents, and erasure with its preview. */
export function PersonPart({ id, club, onErased }: { id: string; club: ClubName; onErased: () => void }) {
  const query = useQuery(previewQuery(id));
  const { data } = query;
  const { export: exporting } = usePrivacyMutations();
  const [file, setFile] = useState<SubjectFile>();
  if (!data) return <Loading query={query} />;

  const collect = (andThen: (collected: SubjectFile) => void) => exporting.mutate(id, { onSuccess: andThen, onError: notifyProblem });
  const save = (collected: SubjectFile) => {
    const name = `auskunft-${collected.name.toLowerCase().replaceAll(/[^a-zäöüß]+/g, '-')}.json`;
    saveFile(new File([JSON.stringify(germanFile(collected), null, 2)], name, { type: 'application/json' }));
    notify('Die Auskunft ist als Datei gespeichert.');
  };
  return (
    <>
      <PagePart
        title={`Auskunft für ${data.name}`}
        lead="Alles, was über diese Person gespeichert ist. Davor fragen wir nach Ihrem Passwort, wenn Ihre Anmeldung älter als 15 Minuten ist."
      >
        <Group className="no-print">
          <Button leftSection={<Icon name="file-text" size={18} />} loading={exporting.isPending} onClick={() => collect(setFile)}>
            Auskunft ansehen
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="download" size={18} />}
            loading={exporting.isPending}
            onClick={() => collect(save)}
          >
            Als JSON-Datei
          </Button>
          {file && (
            <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => print()}>
              Drucken
            </Button>
          )}
        </Group>
        {file && <ReadableFile file={file} />}
      </PagePart>
      <PagePart title="Einwilligungen">
        <ConsentList club={club} personId={id} />
      </PagePart>
      <ErasurePart preview={data} onErased={onErased} />
    </>
  );
}
