import { Button } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { OutboxEntry, OutboxPage } from '#shared/content/outbox.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useOutboxDrop, type OutboxFilter } from './queries.ts';

const text =
  'Angehalten ist, was in einer eingespielten Sicherung wartete. Was gelöscht ist, geht nicht mehr hinaus und kommt nicht zurück.';

/** Drops all held mails of the filter, after a confirmation with their number. */
export function DropHeld({ filter: { state, ...filter }, counts }: { filter: OutboxFilter; counts: OutboxPage['counts'] }) {
  const drop = useOutboxDrop();
  if (state !== 'held' || counts.held === 0) return null;
  const isOne = counts.held === 1;
  const action = isOne ? 'Löschen' : `Alle ${counts.held} löschen`;
  const title = isOne ? 'Eine angehaltene Mail löschen?' : `${counts.held} angehaltene Mails löschen?`;
  const onConfirm = () =>
    drop.mutate(
      { ...filter, state },
      {
        onError: notifyProblem,
        onSuccess: ({ dropped }) => notify(dropped === 1 ? 'Eine Mail ist gelöscht.' : `${dropped} Mails sind gelöscht.`),
      },
    );
  return (
    <Button variant="default" loading={drop.isPending} onClick={() => confirm({ title, text, action, onConfirm })}>
      {action}
    </Button>
  );
}

/** Drops one held mail, after a confirmation. */
export function useDropHeld(club: ClubName): (mail: OutboxEntry) => void {
  const drop = useOutboxDrop();
  return ({ id, recipient }) =>
    confirm({
      title: `Mail an ${recipient} löschen?`,
      text,
      action: 'Löschen',
      onConfirm: () =>
        drop.mutate(
          { club, ids: [id] },
          {
            onError: notifyProblem,
            onSuccess: ({ dropped }) => notify(dropped === 1 ? 'Die Mail ist gelöscht.' : 'Diese Mail ist nicht mehr angehalten.'),
          },
        ),
    });
}
