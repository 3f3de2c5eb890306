import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { cardCorrectionInput, sharersAtMost, type OpenedCard } from '#shared/courses/cards/cardShapes.ts';
import { PeopleFields } from '#web/people/parts/PeopleFields.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { focusField } from './focusField.ts';
import { useCardMutations } from './queries.ts';

type Values = { left: number; validUntil: string; personIds: string[]; reason: string };

const shape = cardCorrectionInput.omit({ id: true, version: true });

/** Corrects the visits, the last day or the persons of a card, with a reason. */
export function CorrectCardForm({ card, onDone }: { card: OpenedCard; onDone: () => void }) {
  const { correct } = useCardMutations();
  const stored: Values = {
    left: card.left,
    validUntil: card.validUntil,
    personIds: card.people.map(({ personId }) => personId),
    reason: '',
  };
  const { form, version, clash } = useRowForm<Values>(card, stored, shape);
  const save = form.onSubmit((values) =>
    correct.mutate(
      { ...values, id: card.id, version },
      {
        onSuccess: () => (form.resetDirty(), notify('Die Karte ist berichtigt.'), onDone()),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form noValidate onSubmit={save}>
      <Stack gap="sm">
        <NumberInput
          label="Noch offene Besuche"
          description={`Von ${card.visits}. Danach zählt die Anwesenheit weiter.`}
          required
          min={0}
          max={card.visits}
          hideControls
          ref={focusField}
          {...form.getInputProps('left')}
        />
        <DayField label="Gültig bis" hasVisibleLabel isRequired min={card.validFrom} {...dayInput(form, 'validUntil')} />
        <PeopleFields
          club={card.club}
          ids={form.values.personIds}
          most={sharersAtMost}
          known={card.people}
          errorAt={(at) => (form.errors['personIds'] ?? form.errors[`personIds.${at}`]) && 'Bitte auswählen.'}
          onChange={(ids) => form.setFieldValue('personIds', ids)}
        />
        <TextInput label="Grund" required maxLength={200} description="Er steht im Protokoll." {...form.getInputProps('reason')} />
        <FormProblem error={correct.error} fields={Object.keys(form.values)} clash={clash} />
        <Group gap="xs">
          <Button type="submit" loading={correct.isPending}>
            Berichtigen
          </Button>
          <Button variant="default" onClick={() => (form.resetDirty(), onDone())}>
            Zurück
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
