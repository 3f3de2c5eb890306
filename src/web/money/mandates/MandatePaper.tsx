import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { largestBytes, mandateFolder } from '#shared/kernel/storage.ts';
import type { Mandate } from '#shared/money/mandates.ts';
import { storedName } from '#web/lib/storage/fileNames.ts';
import { PaperButton } from '#web/people/parts/PaperButton.tsx';
import { papersQuery } from '#web/people/parts/papersQuery.ts';
import { UploadBox } from '#web/ui/files/UploadBox.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';

type MandatePaperProps = { mandate: Pick<Mandate, 'id' | 'club'>; mayAdd: boolean };

/** The scanned paper of a mandate: seen by the board alone, each look is logged. */
export function MandatePaper({ mandate: { id, club }, mayAdd }: MandatePaperProps) {
  const folder = mandateFolder(club, id);
  const { data = [], error, refetch } = useQuery(papersQuery(folder));
  return (
    <>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data.length > 0 && (
        <Group gap="xs">
          {data.map((path) => (
            <PaperButton key={path} path={path} />
          ))}
        </Group>
      )}
      {mayAdd && (
        <Disclosure title="Papier hochladen" onPaper="hidden">
          <Text size="sm" mb="xs">
            Das unterschriebene Mandat als Foto oder PDF. Es sieht nur der Vorstand, und es bleibt, solange das Mandat aufzubewahren ist.
          </Text>
          <UploadBox
            what="Papier"
            kind="files"
            largestBytes={largestBytes.members}
            pathOf={(file) => `${folder}${storedName(file.name)}`}
            onStored={(_metadata, file) => {
              void refetch();
              notify(`„${file.name}“ ist gespeichert.`);
            }}
          />
        </Disclosure>
      )}
    </>
  );
}
