import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { clockInWords } from '#shared/office/privacyLog/clock.ts';
import { useNow } from '#web/lib/useNow.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { casesQuery } from './queries.ts';

/** On the page of data protection: the number of open cases, linked to them. */
export function CasesPart({ club, onOpen }: { club: ClubName; onOpen: () => void }) {
  const { data } = useQuery(casesQuery(club));
  const now = new Date(useNow());
  const [first] = data?.open ?? [];
  const clock = first && clockInWords(first, now);
  return (
    <PagePart
      title="Vorfälle und Anfragen"
      lead="Datenpannen und was Menschen per Brief, Mail oder Telefon zu ihren Daten wissen oder geändert haben möchten, mit Frist und Verlauf."
    >
      <Group>
        <Button variant="default" leftSection={<Icon name="list-details" size={18} />} onClick={onOpen}>
          Ansehen und eintragen
        </Button>
        {data && data.open.length === 0 && <StateMark tone="quiet">Nichts offen</StateMark>}
        {clock && <StateMark tone={clock.tone}>{`${data?.open.length ?? 0} offen, die erste Frist: ${clock.words}`}</StateMark>}
      </Group>
    </PagePart>
  );
}
