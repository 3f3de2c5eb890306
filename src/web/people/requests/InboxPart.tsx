import { Button, Drawer, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { AccessTaskCard } from '../persons/AccessTaskCard.tsx';
import { accessTasksQuery } from '../persons/linkQueries.ts';
import { ApplicationCard } from './ApplicationCard.tsx';
import { ChangeRequestCard } from './ChangeRequestCard.tsx';
import { applicationsQuery, changeRequestsQuery } from './requestQueries.ts';

type InboxPartProps = { club: ClubName; isOpen: boolean; onOpen: () => void; onClose: () => void };

/** The board's inbox: disputed accesses, applications and change requests. */
export function InboxPart({ club, isOpen, onOpen, onClose }: InboxPartProps) {
  const { data: applications = [] } = useQuery(applicationsQuery(club));
  const { data: changes = [] } = useQuery(changeRequestsQuery(club));
  const { data: access = [] } = useQuery(accessTasksQuery(club));
  const count = applications.length + changes.length + access.length;
  return (
    <>
      <Button variant={count > 0 ? 'light' : 'default'} leftSection={<Icon name="inbox" size={18} />} onClick={onOpen}>
        Anträge{count > 0 && ` (${count})`}
      </Button>
      <Drawer opened={isOpen} onClose={onClose} title="Anträge, Zugänge und Änderungswünsche">
        <Stack gap="md">
          {count === 0 && <Text size="sm">Gerade wartet nichts auf eine Entscheidung.</Text>}
          {access.length > 0 && (
            <Title order={3} size="h5">
              Zugänge
            </Title>
          )}
          {access.map((one) => (
            <AccessTaskCard key={`${one.personId}${one.account.userId}`} task={one} />
          ))}
          {applications.length > 0 && (
            <Title order={3} size="h5">
              Mitgliedsanträge
            </Title>
          )}
          {applications.map((one) => (
            <ApplicationCard key={one.id} application={one} />
          ))}
          {changes.length > 0 && (
            <Title order={3} size="h5">
              Änderungswünsche
            </Title>
          )}
          {changes.map((one) => (
            <ChangeRequestCard key={one.id} request={one} />
          ))}
        </Stack>
      </Drawer>
    </>
  );
}
