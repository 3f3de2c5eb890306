import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { DialogTitle } from '#web/ui/decisions/DialogTitle.tsx';
import { LostParts } from '#web/ui/notices/LostParts.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { accessTasksQuery, applicationsQuery, changeRequestsQuery } from './requestQueries.ts';

// Loaded when the drawer opens: its forms are larger than the list of members.
const InboxCards = lazyPart(async () => (await import('./InboxCards.tsx')).InboxCards);

type InboxPartProps = { club: ClubName; isOpen: boolean; onOpen: () => void; onClose: () => void };

/** The board's inbox: disputed accesses, applications and change requests. */
export function InboxPart({ club, isOpen, onOpen, onClose }: InboxPartProps) {
  const asked = {
    applications: useQuery(applicationsQuery(club)),
    changes: useQuery(changeRequestsQuery(club)),
    access: useQuery(accessTasksQuery(club)),
  };
  const [applications, changes, access] = [asked.applications.data ?? [], asked.changes.data ?? [], asked.access.data ?? []];
  const isWhole = [asked.applications, asked.changes, asked.access].every(({ data }) => data !== undefined);
  const count = applications.length + changes.length + access.length;
  return (
    <>
      <Button variant={count > 0 ? 'light' : 'default'} leftSection={<Icon name="inbox" size={18} />} onClick={onOpen}>
        Anträge{count > 0 && ` (${count})`}
      </Button>
      <Drawer opened={isOpen} onClose={onClose} title={<DialogTitle>Anträge, Zugänge und Änderungswünsche</DialogTitle>}>
        <LostParts
          of={[
            ['Zugänge', asked.access],
            ['Mitgliedsanträge', asked.applications],
            ['Änderungswünsche', asked.changes],
          ]}
        />
        <InboxCards access={access} applications={applications} changes={changes} isWhole={isWhole} />
      </Drawer>
    </>
  );
}
