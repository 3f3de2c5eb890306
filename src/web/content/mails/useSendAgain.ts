import type { ClubName } from '#shared/kernel/clubs.ts';
import type { OutboxEntry } from '#shared/content/outbox.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useOutboxRetry } from './queries.ts';

/** Retries one mail of the outbox, with a notification. */
export function useSendAgain(club: ClubName): (mail: OutboxEntry) => void {
  const retry = useOutboxRetry();
  return ({ id, recipient }) =>
    retry.mutate(
      { club, ids: [id] },
      {
        onError: notifyProblem,
        onSuccess: ({ queued }) =>
          notify(queued === 1 ? `Die Mail an ${recipient} geht noch einmal hinaus.` : 'Diese Mail ist inzwischen schon unterwegs.'),
      },
    );
}
