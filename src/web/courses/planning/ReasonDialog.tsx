import { Modal, Text } from '@mantine/core';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';

type ReasonDialogProps = {
  /** Why it needs a reason; undefined while nothing is asked. */ question: string | undefined;
  onClose: () => void;
  onAnswer: (reason: string) => void;
};

/** Asks for the reason without which a change is not taken, such as fewer seats than people. */
export function ReasonDialog({ question, onClose, onAnswer }: ReasonDialogProps) {
  return (
    <Modal opened={question !== undefined} onClose={onClose} title="Bitte begründen" centered>
      <ReasonForm description="Er steht im Protokoll." maxLength={300} action="Trotzdem speichern" onReason={onAnswer} onCancel={onClose}>
        <Text size="sm">{question}</Text>
      </ReasonForm>
    </Modal>
  );
}
