import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { requestedFieldNames, type ChangeRequestView } from '#shared/people/changeRequests.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { DeclineForm } from './DeclineForm.tsx';
import { useDecisions } from './requestQueries.ts';

/** A member's change request with the current values and the board's decision. */
export function ChangeRequestCard({ request: of }: { request: ChangeRequestView }) {
  const [isDeclining, setIsDeclining] = useState(false);
  const { acceptChange, declineChange } = useDecisions();
  const decision = { id: of.id, version: of.version };
  return (
    <Card withBorder component="article" aria-label={`Änderungswunsch für ${of.name}`}>
      <Stack gap="xs">
        <Text fw={600}>{of.name}</Text>
        <Text size="sm" c="dimmed">
          {of.createdByName}, {formatDateTime(of.createdAt)}
        </Text>
        <Facts
          facts={of.changes.map(({ field, now, wished }) => [requestedFieldNames[field], `${shown(field, now)} → ${shown(field, wished)}`])}
        />
        {of.payer && of.changes.some(({ field }) => field === 'iban') && (
          <Text size="sm">Beitrag zahlt: {of.payer}. Das Mandat wird auf diesen Namen eingetragen.</Text>
        )}
        {of.note && <Text size="sm">{of.note}</Text>}
        {isDeclining ? (
          <DeclineForm
            isBusy={declineChange.isPending}
            error={declineChange.error}
            onCancel={() => setIsDeclining(false)}
            onDecline={(reason, onError) =>
              declineChange.mutate(
                { ...decision, reason },
                { onSuccess: () => notify(`Der Änderungswunsch für ${of.name} ist abgelehnt.`), onError },
              )
            }
          />
        ) : (
          <>
            <FormProblem error={acceptChange.error} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setIsDeclining(true)}>
                Ablehnen …
              </Button>
              <Button
                loading={acceptChange.isPending}
                onClick={() => acceptChange.mutate(decision, { onSuccess: () => notify(`Die Änderung für ${of.name} ist übernommen.`) })}
              >
                Übernehmen
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Card>
  );
}

function shown(field: string, value: string): string {
  return (field === 'birthDate' && value ? germanDate(value) : value) || '–';
}
