import { Accordion, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubEntry } from '#shared/club/clubEntry.ts';
import { clubLooks, clubNames } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { ClubForm } from './ClubForm.tsx';
import { clubsQuery } from './queries.ts';

/** The three clubs; the one of this host is expanded. */
export function Clubs() {
  const query = useQuery(clubsQuery);
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return (
    <Accordion variant="separated" defaultValue={boot.club.name} order={2}>
      {inOrder(data).map((club) => (
        <Accordion.Item key={club.name} value={club.name}>
          <Accordion.Control>
            <Group gap="sm" wrap="nowrap">
              <img src={clubLooks[club.name].favicon} alt="" width={32} height={32} />
              <div>
                <Text fw={600}>{club.displayName}</Text>
                <Text size="sm" c="dimmed">
                  {club.name}
                </Text>
              </div>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <ClubForm club={club} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

/** The main club first, as everywhere. */
function inOrder(clubs: readonly ClubEntry[]): ClubEntry[] {
  return clubs.toSorted((one, other) => clubNames.indexOf(one.name) - clubNames.indexOf(other.name));
}
