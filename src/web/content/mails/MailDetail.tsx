import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { legalBasisNames, mailSets, type SentMail } from '#shared/content/mails.ts';
import { useDeleted } from '#web/club/parts/bin.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { RichText } from '#web/ui/text/RichText.tsx';
import { sentMailQuery, useMailMutations } from './queries.ts';

/** The state of a mail: scheduled, or its delivery so far. */
export function Delivery({ mail: { subject, state, sendAt, heldBecause, recipients, sent, failed, queued } }: { mail: SentMail }) {
  if (state === 'planned') return <StateMark tone="waiting">{`Geplant für ${formatDateTime(sendAt)}`}</StateMark>;
  if (state === 'withdrawn') return <StateMark tone="quiet">Zurückgezogen</StateMark>;
  if (state === 'draft')
    return heldBecause ? <StateMark tone="bad">Nicht gesendet</StateMark> : <StateMark tone="quiet">Entwurf</StateMark>;
  return (
    <>
      <Text size="sm">
        {sent} von {recipients} gesendet
        {failed > 0 && `, ${failed} nicht zustellbar`}
      </Text>
      {queued > 0 && <Progress value={(100 * (recipients - queued)) / recipients} size="sm" aria-label={`Fortschritt: ${subject}`} />}
    </>
  );
}

type MailDetailProps = { id: string; onGoOn: (id: string) => void; onGone: () => void };

/** One mail with its recipients and actions. */
export function MailDetail({ id, onGoOn, onGone }: MailDetailProps) {
  const query = useQuery(sentMailQuery(id));
  const { data: mail } = query;
  if (!mail) return <Loading query={query} />;
  const words = { queued: 'wartet', sent: 'gesendet', failed: 'nicht zustellbar', held: 'angehalten' };
  return (
    <Stack gap="sm">
      <Text fw={600}>{mail.subject || 'Ohne Betreff'}</Text>
      <Text size="sm" c="dimmed">
        {formatDateTime(mail.createdAt)} von {mail.sender} · {mail.audience} · {legalBasisNames[mail.legalBasis]}
      </Text>
      <Delivery mail={mail} />
      {mail.heldBecause && <Alert color="waiting">{mail.heldBecause}</Alert>}
      <Actions mail={mail} onGoOn={onGoOn} onGone={onGone} />
      <RichText value={mail.body} />
      {mail.files.length > 0 && <Text size="sm">Anhang: {mail.files.map(({ name }) => name).join(', ')}</Text>}
      <ul>
        {mail.rows.map(({ email, name, state, error: reason }) => (
          <li key={email}>
            {name} ({email}): {words[state]}
            {reason && state !== 'sent' && `, letzter Versuch: ${reason}`}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function Actions({ mail: { id, subject, state, failed }, onGoOn, onGone }: Omit<MailDetailProps, 'id'> & { mail: SentMail }) {
  const { retry, withdraw, drop } = useMailMutations();
  const onDeleted = useDeleted();
  const dropDraft = () => {
    onGone();
    drop.mutate(id, { onError: notifyProblem, onSuccess: () => onDeleted(id, `Der Entwurf „${subject || 'Ohne Betreff'}“ ist gelöscht.`) });
  };
  return (
    <Group>
      {mailSets.open.some((one) => one === state) && (
        <>
          <Button onClick={() => onGoOn(id)}>Weiterschreiben</Button>
          <Button variant="default" loading={drop.isPending} onClick={dropDraft}>
            Löschen
          </Button>
        </>
      )}
      {state === 'planned' && (
        <Button
          variant="default"
          loading={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(id, { onError: notifyProblem, onSuccess: () => notify('Die Mail ist zurückgezogen und geht nicht hinaus.') })
          }
        >
          Zurückziehen
        </Button>
      )}
      {failed > 0 && (
        <Button
          variant="default"
          loading={retry.isPending}
          onClick={() =>
            retry.mutate(id, { onError: notifyProblem, onSuccess: ({ queued }) => notify(`${queued} Mails gehen noch einmal hinaus.`) })
          }
        >
          Noch einmal senden
        </Button>
      )}
    </Group>
  );
}
