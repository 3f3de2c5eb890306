import { Modal, Text } from '@mantine/core';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';

type ExcludeDialogProps = {
  /** Undefined while closed. */ name: string | undefined;
  /** The consequences. */ words: string;
  onClose: () => void;
  onExclude: (reason: string) => void;
};

/** Asks why a person is not charged. */
export function ExcludeDialog({ name, words, onClose, onExclude }: ExcludeDialogProps) {
  return (
    <Modal opened={name !== undefined} onClose={onClose} title="Ausnehmen" centered>
      <ReasonForm action="Ausnehmen" onReason={onExclude}>
        <Text size="sm">{`${name ?? ''} ${words}`}</Text>
      </ReasonForm>
    </Modal>
  );
}
