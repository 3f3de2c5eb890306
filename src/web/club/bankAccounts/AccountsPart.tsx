import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubAccount } from '#shared/club/bankAccounts/contract.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import type { User } from '#shared/kernel/user.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { clubAccountsQuery } from '#web/club/parts/clubAccounts.ts';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { AccountForm } from './AccountForm.tsx';
import classes from './bankAccounts.module.css';
import { EndForm } from './EndForm.tsx';
import { useClubAccountMutations } from './queries.ts';

/** What is open: a form for a new or a known account, or for its end. */
type Opened = { form: 'edit'; account: ClubAccount | undefined } | { form: 'end'; account: ClubAccount };

/** The bank accounts of a club: which one collects and which one pays. */
export function AccountsPart({ viewer }: { viewer: User }) {
  const [asked, setAsked] = useState<ClubName>();
  const { seesClubs, club } = seenClub(viewer, 'clubAccount.manage', asked);
  const { data, error, refetch } = useQuery(clubAccountsQuery(club));
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  // The row as it is now: an open form shows what somebody else saved meanwhile.
  const isOpened = ({ id }: ClubAccount) => id === opened?.account?.id;
  return (
    <PagePart title="Bankkonten" lead="Jede Änderung geht per Mail an alle im Vorstand.">
      <Group mb="sm">
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={18} />}
          onClick={() => setOpened({ form: 'edit', account: undefined })}
        >
          Bankkonto anlegen
        </Button>
        {seesClubs && <ClubChoice value={club} onChange={setAsked} />}
      </Group>
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState icon="building-bank" title="Noch kein Bankkonto." />}
      {data && data.length > 0 && (
        <ul className={classes['list']}>
          {data.map((account) => (
            <li key={account.id}>
              <AccountCard account={account} onOpen={setOpened} />
            </li>
          ))}
        </ul>
      )}
      <Modal opened={opened !== undefined} onClose={close} title={opened && titleOf(opened)} closeOnClickOutside={false} centered>
        {opened?.form === 'edit' && <AccountForm club={club} account={data?.find(isOpened)} others={data ?? []} onDone={close} />}
        {opened?.form === 'end' && <EndForm account={opened.account} onDone={close} />}
      </Modal>
    </PagePart>
  );
}

function titleOf({ form, account }: Opened): string {
  if (form === 'end') return `„${account.name}“ beenden`;
  return account ? `„${account.name}“ ändern` : 'Bankkonto anlegen';
}

function AccountCard({ account, onOpen }: { account: ClubAccount; onOpen: (opened: Opened) => void }) {
  const { id, name, holder, iban, bic, creditorId, endedOn, isConfirmed, mayConfirm, version } = account;
  const { confirm, setEnded } = useClubAccountMutations();
  const reopen = () =>
    setEnded.mutate({ id, version, endedOn: null }, { onSuccess: () => notify(`„${name}“ ist wieder offen.`), onError: notifyProblem });
  const agree = () => confirm.mutate({ id, version }, { onSuccess: () => notify(`„${name}“ ist bestätigt.`), onError: notifyProblem });
  return (
    <section className={classes['card']} aria-label={name}>
      <div className={classes['facts']}>
        <strong>{name}</strong>
        <Marks account={account} />
        <Text size="sm">{[holder, ibanInFours(iban), bic].filter(Boolean).join(' · ') || 'Inhaber und IBAN fehlen noch.'}</Text>
        {creditorId && <Text size="sm">Gläubiger-ID {creditorId}</Text>}
        {!isConfirmed && !mayConfirm && <Text size="sm">Eine zweite Person im Vorstand bestätigt dieses Konto.</Text>}
      </div>
      <Group gap="xs">
        {mayConfirm && !endedOn && (
          <Button loading={confirm.isPending} aria-label={`Bestätigen: ${name}`} onClick={agree}>
            Bestätigen
          </Button>
        )}
        {!endedOn && (
          <Button variant="default" aria-label={`Ändern: ${name}`} onClick={() => onOpen({ form: 'edit', account })}>
            Ändern
          </Button>
        )}
        {endedOn ? (
          <Button variant="default" loading={setEnded.isPending} aria-label={`Wieder öffnen: ${name}`} onClick={reopen}>
            Wieder öffnen
          </Button>
        ) : (
          <Button variant="default" aria-label={`Beenden: ${name}`} onClick={() => onOpen({ form: 'end', account })}>
            Beenden
          </Button>
        )}
      </Group>
    </section>
  );
}

function Marks({ account: { isCollect, isPay, isConfirmed, endedOn } }: { account: ClubAccount }) {
  return (
    <Group gap="xs">
      {isCollect && <StateMark tone="good">Eingänge und Lastschriften</StateMark>}
      {isPay && <StateMark tone="good">Auszahlungen</StateMark>}
      {!isConfirmed && <StateMark tone="waiting">wartet auf zweite Person</StateMark>}
      {endedOn && <StateMark tone="quiet">{`beendet ${germanDate(endedOn)}`}</StateMark>}
    </Group>
  );
}
