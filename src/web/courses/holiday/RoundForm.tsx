import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import { roundInput, type RoundInput, type RoundRow } from '#shared/courses/holiday/shapes.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { useRoundMutations } from './queries.ts';

/** The server reports errors at paths within the sent object. */
const fieldOf = Object.fromEntries(['name', 'text', 'wishesUntil', 'sendsOn'].map((name) => [`round.${name}`, name]));

type RoundFormProps = { club: ClubName; round: RoundRow | undefined; onDone: (round: RoundRow) => void };

/** Creates or edits a round: its name, the text for families, and its two dates. */
export function RoundForm({ club, round, onDone }: RoundFormProps) {
  const { create, update } = useRoundMutations();
  const { form, version, adopt, clash, discard, draft } = useRowForm<RoundInput>(round ?? { version: 1 }, valuesOf(round), roundInput, {
    draft: `ferien.${round?.id ?? 'neu'}`,
    fieldOf,
  });
  const running = round ? update : create;
  const settle = {
    onSuccess: (saved: RoundRow) => {
      draft.clear();
      form.resetDirty();
      adopt(saved.version, valuesOf(saved));
      notify(`„${saved.name}“ ist gespeichert.`);
      onDone(saved);
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
  const save = (values: RoundInput) => {
    if (round) update.mutate({ id: round.id, round: values, version }, settle);
    else create.mutate({ club, round: values }, settle);
  };
  return (
    <form onSubmit={form.onSubmit(save, focusFault(form))} noValidate>
      <Stack>
        <FoundDraft draft={draft} form={form} />
        <TextInput label="Name" placeholder="Sommerferien 2027" required maxLength={80} {...form.getInputProps('name')} />
        <Textarea label="Was Familien lesen" autosize minRows={3} maxLength={1000} {...form.getInputProps('text')} />
        <Group grow align="flex-start">
          <DayField
            label="Wünsche bis"
            hasVisibleLabel
            isRequired
            value={form.values.wishesUntil}
            error={form.errors['wishesUntil']}
            onChange={(day) => day && form.setFieldValue('wishesUntil', day)}
          />
          <DayField
            label="Plätze am"
            hasVisibleLabel
            isRequired
            value={form.values.sendsOn}
            error={form.errors['sendsOn']}
            onChange={(day) => day && form.setFieldValue('sendsOn', day)}
          />
        </Group>
        <FormProblem error={running.error} fields={[...Object.keys(form.values), 'round']} clash={clash} />
        <SaveBar form={form} saving={running} isNew={!round} onDiscard={discard} />
      </Stack>
    </form>
  );
}

function valuesOf(round: RoundRow | undefined): RoundInput {
  return {
    name: round?.name ?? '',
    text: round?.text ?? '',
    wishesUntil: round?.wishesUntil ?? addDays(today(), 28),
    sendsOn: round?.sendsOn ?? addDays(today(), 32),
  };
}
