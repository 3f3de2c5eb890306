import { Modal, Text } from '@mantine/core';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';

type ReasonDialogProps = {
  /** Why a reason is required; undefined while closed. */ question: string | undefined;
  onClose: () => void;
  onAnswer: (reason: string) => void;
};

/** Asks for the reason that a change requires, such as fewer seats than participants. */
export function ReasonDialog({ question, onClose, onAnswer }: ReasonDialogProps) {
  return (
    <Modal opened={question !== undefined} onClose={onClose} title="Bitte begründen" centered>
      <ReasonForm description="Er steht im Protokoll." maxLength={300} action="Trotzdem speichern" onReason={onAnswer} onCancel={onClose}>
        <Text size="sm">{question}</Text>
      </ReasonForm>
    </Modal>
  );
}
