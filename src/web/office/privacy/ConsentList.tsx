import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { KeptConsent } from '#shared/office/privacy.ts';
import { formatDate } from '#web/lib/format.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import classes from './privacy.module.css';
import { consentsQuery, usePrivacyMutations } from './queries.ts';

/** The consents in a club, searched by name. */
export function ClubConsents({ club }: { club: ClubName }) {
  const [search, setSearch] = useState('');
  return (
    <>
      <SearchField label="Name" value={search} onSearch={setSearch} />
      <ConsentList club={club} search={search} />
    </>
  );
}

/** Who consented to what, and when; withdrawals are recorded here. */
export function ConsentList({ club, personId, search = '' }: { club: ClubName; personId?: string; search?: string }) {
  const query = useQuery(consentsQuery(club, { personId, search }));
  const { data } = query;
  const { withdraw } = usePrivacyMutations();
  if (!data) return <Loading query={query} />;
  if (data.length === 0)
    return <EmptyState icon="checkbox" title={search ? 'Dazu ist keine Einwilligung gespeichert.' : 'Keine Einwilligung gespeichert.'} />;
  const ask = ({ id, name, purpose }: KeptConsent) =>
    confirm({
      title: 'Widerruf eintragen?',
      text: `${name} hat die Einwilligung „${purpose}“ widerrufen.`,
      action: 'Widerruf eintragen',
      onConfirm: () => withdraw.mutate(id, { onSuccess: () => notify('Der Widerruf ist eingetragen.'), onError: notifyProblem }),
    });
  return (
    <ul className={classes['consents']} aria-label="Einwilligungen">
      {data.map((one) => (
        <li key={one.id}>
          <div>
            <Text fw={600}>{personId ? one.purpose : `${one.name}: ${one.purpose}`}</Text>
            <Text size="sm" c="dimmed">
              {one.grantedBy && `durch ${one.grantedBy} `}am {formatDate(one.grantedAt)}, Fassung {one.textVersion}
            </Text>
          </div>
          <Group gap="xs">
            {one.revokedAt ? (
              <Badge color="gray" variant="light" size="lg">
                widerrufen am {formatDate(one.revokedAt)}
              </Badge>
            ) : (
              <Button variant="default" onClick={() => ask(one)} aria-label={`Widerruf eintragen: ${one.name}, ${one.purpose}`}>
                Widerruf eintragen
              </Button>
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}
