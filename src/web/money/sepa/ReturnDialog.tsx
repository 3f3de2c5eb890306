import { Button, Modal, Select, Stack, Text, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { localDate } from '#shared/kernel/fields.ts';
import { euros } from '#shared/kernel/money.ts';
import { makesMandateRest } from '#shared/money/returnCodes.ts';
import { returnInput, type SepaRun } from '#shared/money/sepaRuns.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { debitsQuery, useSepaMutations } from '../charges/queries.ts';
import { CodeField } from './CodeField.tsx';
import { FeeFields } from './FeeFields.tsx';

type ReturnDialogProps = { run: SepaRun; isOpen: boolean; onClose: () => void };

/** Records a returned debit with its reason code, its day and the bank's fee. */
export function ReturnDialog({ run, isOpen, onClose }: ReturnDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Rücklastschrift vermerken" centered>
      <ReturnForm run={run} onClose={onClose} />
    </Modal>
  );
}

const shape = returnInput.omit({ id: true }).extend({ on: localDate });
type ReturnValues = { mandate: string; code: string; on: string; feeCents: number; withFee: boolean };

function ReturnForm({ run, onClose }: Omit<ReturnDialogProps, 'isOpen'>) {
  const { giveBack } = useSepaMutations();
  const form = useShapeForm<ReturnValues>({ mandate: '', code: '', on: today(), feeCents: run.returnFeeCents, withFee: false }, shape);
  const { code, on } = form.values;
  const submit = form.onSubmit((values) =>
    giveBack.mutate(
      { id: run.id, ...values, withFee: values.withFee && values.feeCents > 0 },
      {
        onSuccess: () => {
          notify('Die Rücklastschrift ist vermerkt. Die Forderung ist wieder offen, jetzt zur Überweisung in 14 Tagen.');
          onClose();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <DebitChoice runId={run.id} {...form.getInputProps('mandate')} />
        <CodeField
          label="Grund laut Kontoauszug"
          description="Vier Zeichen hinter „Rückgabegrund“ oder „SVWZ“"
          field={form.getInputProps('code')}
        />
        {code && localDate.safeParse(on).success && <Text size="sm">{consequenceOf(code, on)}</Text>}
        <DayField label="Zurückgegeben am" hasVisibleLabel max={today()} isRequired {...dayInput(form, 'on')} />
        <FeeFields form={form} isSet={run.returnFeeCents > 0} />
        <FormProblem error={giveBack.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={giveBack.isPending}>
          Vermerken
        </Button>
      </Stack>
    </form>
  );
}

type Choice = { value: string; label: string };
type DebitChoiceProps = Pick<SelectProps, 'error'> & { runId: string; onChange: (mandate: string) => void };

/** Selects a debit of a run that has not been returned, searched by payer. */
function DebitChoice({ runId, onChange, ...field }: DebitChoiceProps) {
  const [chosen, setChosen] = useState<Choice>();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === chosen?.label ? '' : typed, 250);
  const { data } = useQuery(debitsQuery(runId, search));
  const found = (data?.rows ?? [])
    .filter(({ returnCode }) => returnCode === null)
    .map(({ mandate, holder, cents }) => ({ value: mandate, label: `${holder}, ${mandate}, ${euros(cents)}` }));
  const choices = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
  const choose = (value: string | null) => {
    setChosen(choices.find((one) => one.value === value));
    onChange(value ?? '');
  };
  return (
    <Select
      label="Lastschrift"
      description={data && data.count > data.rows.length ? `${data.count} Lastschriften: bitte den Namen tippen` : undefined}
      required
      searchable
      // The server has filtered already.
      filter={({ options }) => options}
      data={choices}
      {...field}
      value={chosen?.value ?? null}
      onChange={choose}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="Keine offene Lastschrift gefunden."
    />
  );
}

function consequenceOf(code: string, on: string): string {
  const told =
    code === 'MD07' ? 'Es geht keine Mail hinaus.' : 'Wer zahlt, bekommt eine Mail mit dem Grund und den Angaben zur Überweisung.';
  return makesMandateRest({ code, on }, []) ? `${told} Das Mandat ruht danach, bis Sie es fortsetzen.` : told;
}
