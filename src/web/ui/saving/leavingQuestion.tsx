import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { overlays } from '../notices/overlays.ts';
import { unsavedWords } from './unsavedWords.ts';

type Answer = 'save' | 'keep' | 'drop' | 'stay';

/** Asks what to do with unsaved fields; the close button and Escape mean stay. */
export async function askBeforeLeaving(count: number, keepsDraft: boolean): Promise<Answer> {
  await overlays();
  return new Promise((resolve) => {
    const id = modals.open({
      title: 'Nicht gespeichert',
      centered: true,
      children: <Ways count={count} keepsDraft={keepsDraft} onAnswer={(answer) => (resolve(answer), modals.close(id))} />,
      // After an answer this has no effect.
      onClose: () => resolve('stay'),
    });
  });
}

type WaysProps = { count: number; keepsDraft: boolean; onAnswer: (answer: Answer) => void };

function Ways({ count, keepsDraft, onAnswer }: WaysProps) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        {count === 1 ? '1 Angabe ist' : `${unsavedWords(count)} sind`} noch nicht gespeichert.
        {keepsDraft && ' Ein Entwurf bleibt in diesem Browser und wird Ihnen hier wieder angeboten.'}
      </Text>
      <Button data-autofocus onClick={() => onAnswer('save')}>
        Speichern und weiter
      </Button>
      {keepsDraft && (
        <Button variant="default" onClick={() => onAnswer('keep')}>
          Als Entwurf behalten
        </Button>
      )}
      <Button variant="outline" color="danger" onClick={() => onAnswer('drop')}>
        Verwerfen
      </Button>
      <Button variant="subtle" onClick={() => onAnswer('stay')}>
        Weiter bearbeiten
      </Button>
    </Stack>
  );
}
