import { Alert, Button, Group } from '@mantine/core';
import { formatDateTime } from '#web/lib/format.ts';
import { Icon } from '../plain/Icon.tsx';

type DraftNoticeProps = {
  at: string;
  /** What the draft calls its record; '' if it has no name yet. */ name: string;
  onTake: () => void;
  onDismiss: () => void;
};

/** Offers a draft found from an earlier visit. */
export function DraftNotice({ at, name, onTake, onDismiss }: DraftNoticeProps) {
  return (
    <Alert variant="light" color="gray" icon={<Icon name="file-pencil" />} title={`Nicht gespeicherte Eingaben${name && ` zu „${name}“`}`}>
      Vom {formatDateTime(at)}, nur in diesem Browser.
      <Group gap="xs" mt="xs">
        <Button variant="default" onClick={onTake}>
          Übernehmen
        </Button>
        <Button variant="subtle" onClick={onDismiss}>
          Verwerfen
        </Button>
      </Group>
    </Alert>
  );
}
