import { Anchor, Button, Modal, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ageDecisionInput, ageDecisions, type AgeDecision, type AgeList, type AgeRow } from '#shared/courses/ageSeason/ageSeason.ts';
import { moveAheadDays } from '#shared/courses/moves/moveRules.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { pages } from '#shared/kernel/pages.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { freeInWords } from './ageColumns.tsx';
import { tomorrow } from './days.ts';
import { useAgeMutations } from './queries.ts';

type AgeDialogProps = { row: AgeRow | undefined; list: AgeList | undefined; onClose: () => void };

/** The decision on one person. */
export function AgeDialog({ row, list, onClose }: AgeDialogProps) {
  return (
    <Modal opened={row !== undefined} onClose={onClose} title={row && fullName(row)} centered>
      {row && list && (
        <Stack>
          <Text>
            {row.courseTitle}, Jahrgang {row.birthYear}. {row.words}
          </Text>
          {row.decision ? <Decided row={row} onDone={onClose} /> : <DecideForm row={row} list={list} onDone={onClose} />}
          <Anchor renderRoot={(props) => <Link {...props} to={pages.adminParticipants.path} search={{ course: row.courseId }} />}>
            Zur Gruppe
          </Anchor>
        </Stack>
      )}
    </Modal>
  );
}

type Values = { decision: AgeDecision; reason: string; courseId: string | undefined; day: string };

function DecideForm({ row, list, onDone }: { row: AgeRow; list: AgeList; onDone: () => void }) {
  const { decide } = useAgeMutations();
  const [first] = row.choices;
  const dayOf = (decision: AgeDecision) => (decision === 'ended' ? list.lastDay : list.isAhead ? list.day : tomorrow());
  const decisionAtFirst = first ? 'moved' : 'kept';
  const form = useShapeForm<Values>(
    { decision: decisionAtFirst, reason: '', courseId: first?.courseId, day: dayOf(decisionAtFirst) },
    ageDecisionInput,
  );
  const { decision } = form.values;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ courseId, day, ...values }) =>
        decide.mutate(
          {
            id: row.id,
            ...values,
            ...(values.decision === 'moved' && { courseId }),
            ...(values.decision !== 'kept' && { day }),
          },
          {
            onSuccess: () => (notify(`${fullName(row)}: entschieden. Die Familie bekommt eine Mail.`), onDone()),
            onError: (error) => applyProblem(form, error),
          },
        ),
      )}
    >
      <Stack>
        <Radio.Group
          label="Entscheidung"
          value={decision}
          onChange={(value) => {
            const next = ageDecisions.find((one) => one === value) ?? 'kept';
            form.setValues({ decision: next, day: dayOf(next) });
          }}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="moved" label="wechselt in eine andere Gruppe" disabled={row.choices.length === 0} />
            <Radio value="kept" label="bleibt mit Ausnahme, diese Saison" />
            <Radio value="ended" label="endet" />
          </Stack>
        </Radio.Group>
        {decision === 'moved' && (
          <Select
            label="Neue Gruppe"
            allowDeselect={false}
            data={row.choices.map(({ courseId, title, free }) => ({ value: courseId, label: `${title} (${freeInWords(free)})` }))}
            {...form.getInputProps('courseId')}
          />
        )}
        {decision !== 'kept' && (
          <DayField
            label={decision === 'moved' ? 'Ab' : 'Letzter Tag'}
            hasVisibleLabel
            min={today()}
            {...(decision === 'moved' && { max: addDays(today(), moveAheadDays) })}
            {...dayInput(form, 'day')}
          />
        )}
        <TextInput
          label="Grund"
          required={decision === 'kept'}
          maxLength={300}
          description={decision === 'moved' ? 'Freiwillig, nur für die Verwaltung.' : 'Er steht in der Mail an die Familie.'}
          {...form.getInputProps('reason')}
        />
        <FormProblem error={decide.error} fields={['reason', 'courseId', 'day']} />
        <Button type="submit" loading={decide.isPending}>
          Entscheiden
        </Button>
      </Stack>
    </form>
  );
}

function Decided({ row, onDone }: { row: AgeRow; onDone: () => void }) {
  const { reopen } = useAgeMutations();
  const { decision } = row;
  if (!decision) return null;
  return (
    <>
      <Text>
        {decision.words}
        {decision.reason && `: ${decision.reason}`}
        {decision.by.trim() && ` (${decision.by})`}
      </Text>
      {decision.kind === 'kept' ? (
        <>
          <FormProblem error={reopen.error} />
          <Button
            variant="default"
            loading={reopen.isPending}
            onClick={() => reopen.mutate(row.id, { onSuccess: () => (notify('Die Ausnahme ist zurückgenommen.'), onDone()) })}
          >
            Ausnahme zurücknehmen
          </Button>
        </>
      ) : (
        <Text size="sm">
          {decision.kind === 'moved'
            ? 'Bis zum Beginn nehmen Sie den Wechsel in der Teilnehmerliste zurück.'
            : 'Bis dahin kann die Familie das zurücknehmen.'}
        </Text>
      )}
    </>
  );
}
