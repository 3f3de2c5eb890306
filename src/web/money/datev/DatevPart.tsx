import { Button, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { DatevForm } from './DatevForm.tsx';
import { datevQuery, useDatevMutations } from './queries.ts';

/** The export for the tax adviser: account numbers, and the DATEV file of the year. */
export function DatevPart({ club, year }: { club: ClubName; year: number }) {
  const query = useQuery(datevQuery(club, year));
  const { file } = useDatevMutations();
  const [isEditing, setEditing] = useState(false);
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const { lacking, accounts } = data;
  const save = () =>
    file.mutate(
      { club, year },
      {
        onSuccess: (made) => {
          saveFile(made);
          notify('Der Buchungsstapel ist gespeichert.');
        },
        onError: notifyProblem,
      },
    );
  return (
    <PagePart title="Steuerberatung">
      <Text size="sm" mb="xs">
        Jede Bewegung des Geldes mit ihrem Buchungskonto als Buchungsstapel, den DATEV einliest. Die Nummern der Konten nennt Ihre
        Steuerberatung; der Bereich steht als Kostenstelle 1 dabei, die Kostenstelle der Abteilung als 2.
      </Text>
      {accounts.length === 0 && <Text size="sm">In diesem Jahr ist noch nichts gebucht.</Text>}
      {accounts.length > 0 && lacking.length > 0 && !isEditing && (
        <List size="sm" mb="xs" aria-label="Was noch fehlt">
          {lacking.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
      {isEditing && accounts.length > 0 && <DatevForm club={club} datev={data} onDone={() => setEditing(false)} />}
      {!isEditing && accounts.length > 0 && (
        <Group gap="xs">
          <Button variant="default" loading={file.isPending} onClick={lacking.length > 0 ? () => notifyRefusal(lacking.join(' ')) : save}>
            Buchungsstapel für DATEV
          </Button>
          <Button variant="default" onClick={() => setEditing(true)}>
            Buchungskonten …
          </Button>
        </Group>
      )}
    </PagePart>
  );
}
