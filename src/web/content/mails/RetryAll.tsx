import { Button } from '@mantine/core';
import type { OutboxPage } from '#shared/content/outbox.ts';
import { isRetryable } from '#shared/kernel/mail/outboxStates.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useOutboxRetry, type OutboxFilter } from './queries.ts';

type RetryAllProps = { filter: OutboxFilter; retryable: OutboxPage['retryable'] };

/** Retries all failed mails of the filter, or releases all held ones, after a confirmation with their number. */
export function RetryAll({ filter: { state, ...filter }, retryable }: RetryAllProps) {
  const retry = useOutboxRetry();
  if (!state || !isRetryable(state)) return null;
  const count = retryable[state];
  if (count === 0) return null;
  const { title, text, action } = wordsOf(state, count);
  const send = () =>
    retry.mutate(
      { ...filter, state },
      {
        onError: notifyProblem,
        onSuccess: ({ queued }) => notify(queued === 1 ? 'Eine Mail geht hinaus.' : `${queued} Mails gehen hinaus.`),
      },
    );
  return (
    <Button variant="default" loading={retry.isPending} onClick={() => confirm({ title, text, action, onConfirm: send })}>
      {action}
    </Button>
  );
}

function wordsOf(state: 'failed' | 'held', count: number) {
  const mails = count === 1 ? 'Eine Mail' : `${count} Mails`;
  if (state === 'failed')
    return {
      title: `${mails} noch einmal senden?`,
      text: 'Bitte erst beheben, was im Weg stand. An eine falsche Adresse kommt auch der nächste Versuch nicht an.',
      action: count === 1 ? 'Noch einmal senden' : `Alle ${count} noch einmal senden`,
    };
  return {
    title: `${mails} freigeben?`,
    text: 'Angehalten sind Mails aus einer eingespielten Sicherung. Vielleicht gingen sie damals schon hinaus und kommen dann zweimal an.',
    action: count === 1 ? 'Freigeben' : `Alle ${count} freigeben`,
  };
}
