import { Alert, Button, Group } from '@mantine/core';
import { formatDateTime } from '#web/lib/format.ts';
import { Icon } from '../plain/Icon.tsx';

type DraftNoticeProps = { at: string; onTake: () => void; onDismiss: () => void };

/** Offers a draft found from an earlier visit. */
export function DraftNotice({ at, onTake, onDismiss }: DraftNoticeProps) {
  return (
    <Alert variant="light" color="gray" icon={<Icon name="file-pencil" />} title="Nicht gespeicherte Eingaben">
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
