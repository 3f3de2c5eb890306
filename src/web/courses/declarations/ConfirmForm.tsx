import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import type { z } from 'zod';
import { declarationDecision, type Declaration } from '#shared/courses/declarations.ts';
import { enrolmentStateNames, enrolmentStates } from '#shared/courses/enrolmentStates.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useDeclarationMutations } from './queries.ts';

type Fitting = Declaration['fitting'][number];

/** Confirms a declaration: the enrolment that it ends, the day, and the text to the sender. */
export function ConfirmForm({ declaration: one, onDone }: { declaration: Declaration; onDone: () => void }) {
  const { confirm } = useDeclarationMutations();
  const [only, ...others] = one.fitting;
  const first = others.length === 0 ? only : undefined;
  const form = useShapeForm<z.input<typeof declarationDecision>>(
    { enrolmentId: first?.enrolmentId ?? null, endsOn: one.wishedOn ?? first?.endsOnNotice ?? null, answer: '' },
    declarationDecision,
    { fieldOf: { leavesOn: 'endsOn' } },
  );
  const chosen = one.fitting.find(({ enrolmentId }) => enrolmentId === form.values.enrolmentId);
  const submit = form.onSubmit((values) =>
    confirm.mutate(
      { ...values, id: one.id, version: one.version },
      {
        onSuccess: () => {
          notify(`Bestätigt. Die Antwort geht an ${one.email}.`);
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  const hasDay = one.kind === 'termination' && (!chosen || chosen.endsOnNotice !== null);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Radio.Group
          label="Welche Anmeldung endet?"
          value={form.values.enrolmentId ?? ''}
          onChange={(id) => form.setFieldValue('enrolmentId', id === '' ? null : id)}
        >
          <Stack gap="xs" mt="xs">
            {one.fitting.map((each) => (
              <Radio key={each.enrolmentId} value={each.enrolmentId} label={wordsOn(each)} description={each.email} />
            ))}
            <Radio value="" label="Keine, zum Beispiel bei einer Mitgliedschaft" />
          </Stack>
        </Radio.Group>
        {hasDay && (
          <DayField
            label="Letzter Tag"
            hasVisibleLabel
            value={form.values.endsOn ?? undefined}
            error={form.errors['endsOn']}
            onChange={(day) => form.setFieldValue('endsOn', day ?? null)}
          />
        )}
        <Textarea
          label="Nachricht (freiwillig)"
          description="Steht in der Mail."
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('answer')}
        />
        <FormProblem error={confirm.error} fields={['enrolmentId', 'endsOn', 'leavesOn', 'answer']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Zurück
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            Bestätigen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function wordsOn({ title, name, state }: Fitting): string {
  const known = enrolmentStates.find((one) => one === state);
  return `${title}: ${name}${known ? `, ${enrolmentStateNames[known]}` : ''}`;
}
