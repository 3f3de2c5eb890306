import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenHallRequest } from '#shared/halls/hallRequests/hallRequests.ts';
import { ageGroupNames } from '#shared/halls/bookingStates.ts';
import { organisationKindNames } from '#shared/halls/organisations.ts';
import { formatDate } from '#web/lib/format.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../plan/plan.module.css';
import { OutsideDialog } from './OutsideDialog.tsx';
import { hallRequestsQuery } from './queries.ts';

/** Requests from outside the portal: they are assigned to an organisation first, then decided like all others. */
export function OutsideRequests() {
  const { data, error, refetch } = useQuery(hallRequestsQuery());
  const [opened, setOpened] = useState<OpenHallRequest>();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data && data.length > 0 && (
        <PagePart title={`Neu von außen (${data.length})`} lead="Wer ist das? Zugeordnet stehen die Zeiten unten zum Entscheiden.">
          <ul className={classes['plain']} aria-label="Neu von außen">
            {data.map((one) => (
              <li key={one.id} className={classes['place']}>
                <Group justify="space-between" wrap="wrap" align="flex-start">
                  <Details one={one} />
                  <Button variant="default" aria-label={`Zuordnen oder ablehnen: ${one.organisation}`} onClick={() => setOpened(one)}>
                    Zuordnen …
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
        </PagePart>
      )}
      <OutsideDialog request={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function Details({ one }: { one: OpenHallRequest }) {
  const facts = [
    one.purpose,
    one.ageGroup && ageGroupNames[one.ageGroup],
    one.participants && `${one.participants}\u00A0Personen`,
    `angefragt ${formatDate(one.confirmedAt)}`,
  ].filter(Boolean);
  return (
    <Stack gap={2} style={{ flex: '1 1 16rem' }}>
      <Text fw={600}>
        {one.organisation} ({organisationKindNames[one.kind]})
      </Text>
      {one.wants.map((want) => (
        <Text key={want} size="sm">
          {want}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {one.contactName},{' '}
        <Anchor underline="always" href={`mailto:${one.email}`}>
          {one.email}
        </Anchor>
        {one.phone && (
          <>
            ,{' '}
            <Anchor underline="always" href={`tel:${one.phone}`}>
              {one.phone}
            </Anchor>
          </>
        )}
      </Text>
      {one.message && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          „{one.message}“
        </Text>
      )}
    </Stack>
  );
}
