import { Stack, Text, Title } from '@mantine/core';
import type { ComponentProps } from 'react';
import { AccessTaskCard } from '../persons/AccessTaskCard.tsx';
import { ApplicationCard } from './ApplicationCard.tsx';
import { ChangeRequestCard } from './ChangeRequestCard.tsx';

type InboxCardsProps = {
  access: readonly ComponentProps<typeof AccessTaskCard>['task'][];
  applications: readonly ComponentProps<typeof ApplicationCard>['application'][];
  changes: readonly ComponentProps<typeof ChangeRequestCard>['request'][];
  /** Whether all of them are loaded: only then nothing waits if there are none. */
  isWhole: boolean;
};

/** What awaits a decision of the board, by kind. */
export function InboxCards({ access, applications, changes, isWhole }: InboxCardsProps) {
  return (
    <Stack gap="md">
      {isWhole && access.length + applications.length + changes.length === 0 && (
        <Text size="sm">Gerade wartet nichts auf eine Entscheidung.</Text>
      )}
      {access.length > 0 && <Heading>Zugänge</Heading>}
      {access.map((one) => (
        <AccessTaskCard key={`${one.personId}${one.account.userId}`} task={one} />
      ))}
      {applications.length > 0 && <Heading>Mitgliedsanträge</Heading>}
      {applications.map((one) => (
        <ApplicationCard key={one.id} application={one} />
      ))}
      {changes.length > 0 && <Heading>Änderungswünsche</Heading>}
      {changes.map((one) => (
        <ChangeRequestCard key={one.id} request={one} />
      ))}
    </Stack>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Title order={3} size="h5">
      {children}
    </Title>
  );
}
