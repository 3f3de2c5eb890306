import { Button } from '@mantine/core';
import { useDeleted } from '#web/club/parts/bin.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';

type Outcome = { onSuccess: () => void; onError: (error: Error) => void };

type DeleteButtonProps = {
  record: { id: string; title: string };
  remove: { mutate: (id: string, outcome: Outcome) => void; isPending: boolean };
  onDone: () => void;
};

/** Deletes the edited record; the notification offers undo. */
export function DeleteButton({ record: { id, title }, remove, onDone }: DeleteButtonProps) {
  const onDeleted = useDeleted();
  const press = () =>
    remove.mutate(id, {
      onError: notifyProblem,
      onSuccess: () => {
        onDeleted(id, `„${title}“ ist gelöscht.`);
        onDone();
      },
    });
  return (
    <Button variant="default" leftSection={<Icon name="trash" size={18} />} loading={remove.isPending} onClick={press}>
      Löschen
    </Button>
  );
}
