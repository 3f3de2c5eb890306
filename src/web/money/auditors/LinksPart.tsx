import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { AuditorLink } from '#shared/money/auditors/contract.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from '../mandates/mandates.module.css';
import { LinkForm } from './LinkForm.tsx';
import { auditorLinksQuery, useLinkMutations } from './queries.ts';

/** Links to the books of a year for auditors without an account. */
export function LinksPart({ club, year }: { club: ClubName; year: number }) {
  const { data, error, refetch } = useQuery(auditorLinksQuery(club, year));
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Stack gap="sm" mt="md">
      <Text size="sm">
        Oder mit einem Link: Wer prüft, sieht die Bücher des Jahres ohne Konto, nur lesend, und zieht Stichproben mit allem, was sie belegt.
        Das Passwort sagen Sie auf einem anderen Weg. Jedes Öffnen steht im Protokoll.
      </Text>
      <Button
        variant="default"
        leftSection={<Icon name="link" size={18} />}
        onClick={() => setIsMaking(true)}
        style={{ alignSelf: 'flex-start' }}
      >
        Link für die Kassenprüfung
      </Button>
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data?.map((link) => (
        <LinkCard key={link.id} link={link} />
      ))}
      <Modal
        opened={isMaking}
        onClose={() => setIsMaking(false)}
        title={`Link für die Kassenprüfung ${year}`}
        closeOnClickOutside={false}
        centered
      >
        {isMaking && <LinkForm club={club} year={year} />}
      </Modal>
    </Stack>
  );
}

function LinkCard({ link }: { link: AuditorLink }) {
  const { id, name, until, createdBy, createdAt, isOpen, endedAt, openings, lastOpenedAt } = link;
  const { end } = useLinkMutations();
  const ask = () =>
    confirm({
      title: 'Link beenden?',
      text: `${name} sieht die Bücher dann nicht mehr. Ein neuer Link lässt sich jederzeit erstellen.`,
      action: 'Beenden',
      onConfirm: () => end.mutate({ id }, { onSuccess: () => notify('Der Link ist beendet.'), onError: notifyProblem }),
    });
  return (
    <div className={classes['card']}>
      <div className={classes['row']}>
        <strong>{name}</strong>
        <span className={classes['quiet']}>
          Gilt bis {germanDate(until)} · erstellt {formatDateTime(createdAt)}, {createdBy}
        </span>
        <span className={classes['quiet']}>
          {lastOpenedAt ? `${openings}-mal geöffnet, zuletzt ${formatDateTime(lastOpenedAt)}` : 'Noch nicht geöffnet'}
        </span>
        <StateMark tone={isOpen ? 'good' : 'quiet'}>{isOpen ? 'Offen' : endedAt ? 'Beendet' : 'Abgelaufen'}</StateMark>
      </div>
      {isOpen && (
        <Button
          variant="default"
          aria-label={`Link beenden: ${name}`}
          loading={end.isPending}
          onClick={ask}
          style={{ justifySelf: 'start' }}
        >
          Beenden
        </Button>
      )}
    </div>
  );
}
