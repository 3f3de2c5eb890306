import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

type ExcludeDialogProps = {
  /** Undefined while nobody is asked about. */ name: string | undefined;
  onClose: () => void;
  onExclude: (reason: string) => void;
};

/** Asks why somebody is not charged; the reason stays with the waived charge. */
export function ExcludeDialog({ name, onClose, onExclude }: ExcludeDialogProps) {
  return (
    <Modal opened={name !== undefined} onClose={onClose} title="Ausnehmen" centered closeButtonProps={{ 'aria-label': 'Schließen' }}>
      <ExcludeForm name={name ?? ''} onExclude={onExclude} />
    </Modal>
  );
}

function ExcludeForm({ name, onExclude }: { name: string; onExclude: (reason: string) => void }) {
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onExclude(reason.trim());
      }}
    >
      <Stack>
        <Text size="sm">{name} bezahlt diesmal nicht. Die Forderung wird als erlassen vermerkt.</Text>
        <TextInput
          label="Grund"
          required
          data-autofocus
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!reason.trim()}>
          Ausnehmen
        </Button>
      </Stack>
    </form>
  );
}
