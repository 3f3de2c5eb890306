import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeSourceNames, sphereNames } from '#shared/money/books/words.ts';
import type { LedgerAccount } from '#shared/money/ledger/contract.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../mandates/mandates.module.css';
import { AccountForm } from './AccountForm.tsx';
import { ledgerAccountsQuery, useLedgerMutations } from './queries.ts';

/** The club's custom ledger accounts, in addition to the default ones per source of charge. */
export function AccountsPart({ club }: { club: ClubName }) {
  const { data, error, refetch } = useQuery(ledgerAccountsQuery(club));
  const [opened, setOpened] = useState<LedgerAccount | 'new'>();
  const close = () => setOpened(undefined);
  return (
    <PagePart title="Buchungskonten">
      <Text size="sm" mb="sm">
        Ohne eigenes Konto zählt jede Forderung bei dem, wofür sie ist. Eigene Konten trennen, was Sie getrennt sehen wollen: Eine
        Beitragsregel oder eine Art von Forderung bucht darauf, ab der nächsten Forderung.
      </Text>
      <Button variant="default" mb="sm" leftSection={<Icon name="plus" size={18} />} onClick={() => setOpened('new')}>
        Buchungskonto anlegen
      </Button>
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data?.map((account) => (
        <AccountCard key={account.id} account={account} onOpen={() => setOpened(account)} />
      ))}
      <Modal
        opened={opened !== undefined}
        onClose={close}
        title={opened === 'new' ? 'Buchungskonto anlegen' : 'Buchungskonto ändern'}
        closeOnClickOutside={false}
        centered
      >
        {opened && <AccountForm club={club} account={opened === 'new' ? undefined : opened} onDone={close} />}
      </Modal>
    </PagePart>
  );
}

function AccountCard({ account, onOpen }: { account: LedgerAccount; onOpen: () => void }) {
  const { id, name, sphere, sources, rules, endedOn, version } = account;
  const { setEnded } = useLedgerMutations();
  const books = [...sources.map((source) => chargeSourceNames[source]), ...rules.map((rule) => `Regel „${rule}“`)];
  const turn = () =>
    setEnded.mutate(
      { id, isEnded: endedOn === null, version },
      { onSuccess: (now) => notify(now.endedOn ? 'Das Konto ist beendet.' : 'Das Konto ist wieder offen.'), onError: notifyProblem },
    );
  return (
    <div className={classes['card']} style={{ marginBottom: 'var(--mantine-spacing-xs)' }}>
      <div className={classes['row']}>
        <strong>{name}</strong>
        <span className={classes['quiet']}>
          {sphereNames[sphere]}
          {endedOn && ` · beendet ${germanDate(endedOn)}`}
        </span>
        <span className={classes['quiet']}>{books.length > 0 ? books.join(', ') : 'Noch bucht nichts darauf.'}</span>
      </div>
      <Group gap="xs">
        {!endedOn && (
          <Button variant="default" aria-label={`Ändern: ${name}`} onClick={onOpen}>
            Ändern
          </Button>
        )}
        <Button
          variant="default"
          aria-label={`${endedOn ? 'Wieder öffnen' : 'Beenden'}: ${name}`}
          loading={setEnded.isPending}
          onClick={turn}
        >
          {endedOn ? 'Wieder öffnen' : 'Beenden'}
        </Button>
      </Group>
    </div>
  );
}
