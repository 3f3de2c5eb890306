import { Button, Checkbox, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { faultsOf, typedFrom } from '#web/halls/parts/manyDays.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { alone } from '#web/ui/forms/alone.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { HallField } from '../HallField.tsx';
import type { Session } from './MoveSession.tsx';
import { movesQuery, useCourseMutations } from '../queries.ts';
import { MovedList } from './MovedList.tsx';
import { moveShape, noMove, wishOf, type MoveValues } from './moveValues.ts';
import { useReturn } from './useReturn.ts';

/** Debounce before the preview is requested. */
const pauseMs = 400;

type MoveManyFormProps = { courseId: string; coming: readonly Session[]; onClose: () => void };

/** Selects the sessions to move and the target; conflicts of each are shown before saving. */
export function MoveManyForm({ courseId: id, coming, onClose }: MoveManyFormProps) {
  const { moveSessions } = useCourseMutations();
  const takeBack = useReturn(id);
  const within = ({ from, to }: MoveValues) => (from && to ? coming.filter(({ localDate: day }) => from <= day && day <= to) : []);
  const movingIn = (values: MoveValues) => within(values).flatMap((one) => (values.staying.includes(one.id) ? [] : [one.id]));
  const form = useShapeForm<MoveValues>(noMove, moveShape, {
    check: (values) => ({
      ...faultsOf(values, movingIn(values).length, 'An diesen Tagen steht kein Termin, den Sie verlegen können.'),
      ...(wishOf(values) === undefined && { days: 'Bitte sagen Sie, was sich ändert: Tag, Zeit oder Halle.' }),
    }),
    fieldOf: { unitIds: 'facilityId' },
  });
  const { values } = form;
  const [chosen, moving, wish] = [within(values), movingIn(values), wishOf(values)];
  const [asked] = useDebouncedValue(wish && moving.length > 0 ? JSON.stringify({ id, sessionIds: moving, ...wish }) : '', pauseMs);
  const { data: moved } = useQuery(movesQuery(asked));
  const hindered = wish ? (moved ?? []).filter((one) => one.trouble && moving.includes(one.id)).map((one) => one.id) : [];
  const asking = (wish && moved ? moved : []).filter((one) => one.isAsked && moving.includes(one.id)).length;
  const submit = form.onSubmit((typed) => {
    if (hindered.length > 0) return form.setFieldError('to', hinderedWords(hindered.length));
    moveSessions.mutate(
      { id, sessionIds: moving, ...wishOf(typed), reason: typed.reason },
      {
        onSuccess: ({ changed }) => {
          notify(movedWords(changed, asking), () => takeBack(moving));
          onClose();
        },
        onError: (error) => applyProblem(form, error),
      },
    );
  });
  return (
    <form noValidate onSubmit={alone(submit)}>
      <Stack gap="sm">
        <Text size="sm">
          Alle Angemeldeten erhalten eine Mail mit allen Terminen, jede Familie eine. Die Hallen ziehen mit um, alle oder keine.
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <DayField label="Termine von" hasVisibleLabel {...dayInput(form, 'from')} />
          <DayField label="bis" hasVisibleLabel min={values.from || undefined} {...dayInput(form, 'to')} />
        </SimpleGrid>
        <MoveFields form={form} />
        {chosen.length > 0 && (
          <MovedList
            chosen={chosen}
            moved={wish && moved}
            staying={values.staying}
            onStay={(staying) => form.setFieldValue('staying', staying)}
          />
        )}
        {asking > 0 && (
          <Text size="sm">Die Hallenverwaltung muss den neuen Zeiten erst zustimmen. Bis dahin ist die Halle nur angefragt.</Text>
        )}
        {hindered.length > 0 && (
          <Button variant="light" onClick={() => form.setFieldValue('staying', [...values.staying, ...hindered])}>
            {hindered.length === 1 ? 'Den Termin, der so nicht geht, auslassen' : `Die ${hindered.length}, die so nicht gehen, auslassen`}
          </Button>
        )}
        {moving.length > typedFrom && (
          <TextInput
            label={`Das sind viele. Zur Bestätigung die Zahl ${moving.length} eingeben`}
            inputMode="numeric"
            {...form.getInputProps('typed')}
          />
        )}
        <FormProblem error={moveSessions.error} fields={['days', 'facilityId', 'unitIds', 'reason', 'endTime']} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" loading={moveSessions.isPending}>
            {`${moving.length === 0 ? 'Verlegen' : moving.length === 1 ? 'Einen Termin verlegen' : `${moving.length} Termine verlegen`}${asking > 0 ? ', Halle anfragen' : ''}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type MoveFieldsProps = { form: ReturnType<typeof useShapeForm<MoveValues>> };

/** The target: by days, another time, another facility; and the reason. */
function MoveFields({ form }: MoveFieldsProps) {
  const { values, errors } = form;
  return (
    <>
      <NumberInput
        label="Um so viele Tage"
        description="1: auf den nächsten Tag, 7: eine Woche später, −7: eine Woche früher"
        allowDecimal={false}
        {...form.getInputProps('days')}
      />
      <Group grow align="flex-start">
        <TimeField label="Neuer Beginn" placeholder="bleibt" {...form.getInputProps('startTime')} />
        <TimeField label="Neues Ende" placeholder="wie lang es war" {...form.getInputProps('endTime')} />
      </Group>
      <Checkbox label="In eine andere Halle oder an einen anderen Ort" {...form.getInputProps('hasNewHall', { type: 'checkbox' })} />
      {values.hasNewHall && <HallField value={values} error={errors['facilityId']} onChange={(hall) => form.setValues(hall)} />}
      <TextInput label="Grund" maxLength={300} {...form.getInputProps('reason')} />
    </>
  );
}

/** "2 Termine sind verlegt, für einen ist die Halle erst angefragt. Alle Angemeldeten erhalten eine Mail." */
function movedWords(changed: number, asked: number): string {
  const words = changed === 1 ? 'Ein Termin ist verlegt' : `${changed} Termine sind verlegt`;
  const hall = asked === changed ? ', die Halle ist erst angefragt' : `, für ${asked === 1 ? 'einen' : asked} ist die Halle erst angefragt`;
  return `${words}${asked > 0 ? hall : ''}. Alle Angemeldeten erhalten eine Mail.`;
}

function hinderedWords(count: number): string {
  return count === 1 ? 'Ein Termin geht so nicht, siehe unten.' : `${count} Termine gehen so nicht, siehe unten.`;
}
