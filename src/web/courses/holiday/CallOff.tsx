import { Button, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { RoundRow } from '#shared/courses/holiday/shapes.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRoundMutations } from './queries.ts';

/** Cancels a round, with a reason for the families. */
export function CallOff({ round: { id, version } }: { round: RoundRow }) {
  const { cancel } = useRoundMutations();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const callOff = (reason: string, onError: (error: unknown) => void) =>
    cancel.mutate(
      { id, version, reason },
      { onSuccess: () => (close(), notify('Die Runde ist abgebrochen, die Familien sind benachrichtigt.')), onError },
    );
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Runde abbrechen …
      </Button>
      <Modal opened={isAsking} onClose={close} title="Runde abbrechen?" centered>
        <ReasonForm
          description="Die Familien lesen ihn."
          maxLength={200}
          action="Runde abbrechen"
          isGrave
          isBusy={cancel.isPending}
          error={cancel.error}
          onReason={callOff}
          onCancel={close}
        >
          <Text size="sm">
            Die Angebote sind danach wieder für alle offen. Die Wünsche werden gelöscht, und alle Familien mit Wünschen erhalten eine Mail.
            Das lässt sich nicht zurücknehmen.
          </Text>
        </ReasonForm>
      </Modal>
    </>
  );
}
