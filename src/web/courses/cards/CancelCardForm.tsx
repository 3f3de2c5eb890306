import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { keptOfCancelled, visitsInWords } from '#shared/courses/cards/cardRules.ts';
import { cardCancelInput, type OpenedCard } from '#shared/courses/cards/cardShapes.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { focusField } from './focusField.ts';
import { useCardMutations } from './queries.ts';

const shape = cardCancelInput.omit({ id: true, version: true });

/** Takes a card back; the amount kept is proposed from the used visits. */
export function CancelCardForm({ card, onDone }: { card: OpenedCard; onDone: () => void }) {
  const { cancel } = useCardMutations();
  const numbers = { visits: card.visits, used: card.visits - card.left, corrected: 0 };
  const form = useShapeForm({ keptCents: keptOfCancelled({ ...numbers, cents: card.cents }), reason: '' }, shape);
  const save = form.onSubmit((values) =>
    cancel.mutate(
      { ...values, id: card.id, version: card.version },
      { onSuccess: () => (notify('Die Karte ist storniert.'), onDone()), onError: (error) => applyProblem(form, error) },
    ),
  );
  return (
    <form noValidate onSubmit={save}>
      <Stack gap="sm">
        <Text size="sm">
          {numbers.used === 0 ? 'Kein Besuch wurde genommen.' : `${visitsInWords(numbers.used)} von ${card.visits} genommen.`} Was nicht
          bezahlt ist, wird darüber hinaus nicht mehr gefordert; was zu viel bezahlt ist, steht danach bei den Erstattungen.
        </Text>
        <EuroField
          label="Davon bleiben (Euro)"
          isOptional
          cents={form.values.keptCents}
          field={form.getInputProps('keptCents')}
          onChange={(cents) => form.setFieldValue('keptCents', cents)}
        />
        <TextInput label="Grund" required maxLength={200} ref={focusField} {...form.getInputProps('reason')} />
        <FormProblem error={cancel.error} fields={['keptCents', 'reason']} />
        <Group gap="xs">
          <Button type="submit" color="danger" loading={cancel.isPending}>
            Stornieren
          </Button>
          <Button variant="default" onClick={onDone}>
            Zurück
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
