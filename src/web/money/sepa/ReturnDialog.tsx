import { Button, Checkbox, Modal, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { euros } from '#shared/kernel/money.ts';
import { makesMandateRest, returnCodeInWords, returnCodes } from '#shared/money/returnCodes.ts';
import type { SepaRun } from '#shared/money/sepaRuns.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { debitsQuery, useSepaMutations } from '../charges/queries.ts';

type ReturnDialogProps = { run: SepaRun; isOpen: boolean; onClose: () => void };

/** Notes that the bank sent a debit back, with its reason code, its day and perhaps the fee of the bank. */
export function ReturnDialog({ run, isOpen, onClose }: ReturnDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Rücklastschrift vermerken" centered>
      <ReturnForm run={run} onClose={onClose} />
    </Modal>
  );
}

function ReturnForm({ run, onClose }: Omit<ReturnDialogProps, 'isOpen'>) {
  const { giveBack } = useSepaMutations();
  const [debit, setDebit] = useState<Choice>();
  const [code, setCode] = useState<string | null>(null);
  const [on, setOn] = useState<string | undefined>(today());
  const [fee, setFee] = useState<number | string>(run.returnFeeCents / 100);
  const [withFee, setWithFee] = useState(false);
  const feeCents = Math.round(Number(fee) * 100);
  const submit = () => {
    if (!debit || !code) return;
    const outcome = {
      onSuccess: () => {
        notify('Die Rücklastschrift ist vermerkt. Die Forderung ist wieder offen, jetzt zur Überweisung in 14 Tagen.');
        onClose();
      },
    };
    giveBack.mutate({ id: run.id, mandate: debit.value, code, on, withFee: withFee && feeCents > 0, feeCents }, outcome);
  };
  return (
    <Stack>
      <DebitChoice runId={run.id} chosen={debit} onChoose={setDebit} />
      <Select
        label="Grund laut Kontoauszug"
        description="Vier Zeichen hinter „Rückgabegrund“ oder „SVWZ“"
        required
        searchable
        data={Object.keys(returnCodes).map((value) => ({ value, label: returnCodeInWords(value) }))}
        nothingFoundMessage="Diesen Grund gibt es nicht."
        value={code}
        onChange={setCode}
      />
      {code && on && <Text size="sm">{consequenceOf(code, on)}</Text>}
      <DayField label="Zurückgegeben am" hasVisibleLabel value={on} max={today()} onChange={setOn} isRequired />
      <FeeFields cents={feeCents} fee={fee} onFee={setFee} withFee={withFee} onWithFee={setWithFee} isSet={run.returnFeeCents > 0} />
      <FormProblem error={giveBack.error} />
      <Button disabled={!debit || !code || !on} loading={giveBack.isPending} onClick={submit}>
        Vermerken
      </Button>
    </Stack>
  );
}

type Choice = { value: string; label: string };
type DebitChoiceProps = { runId: string; chosen: Choice | undefined; onChoose: (debit: Choice | undefined) => void };

/** One debit of a run that has not come back yet, found by who pays it. */
function DebitChoice({ runId, chosen, onChoose }: DebitChoiceProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === chosen?.label ? '' : typed, 250);
  const { data } = useQuery(debitsQuery(runId, search));
  const found = (data?.rows ?? [])
    .filter(({ returnCode }) => returnCode === null)
    .map(({ mandate, holder, cents }) => ({ value: mandate, label: `${holder}, ${mandate}, ${euros(cents)}` }));
  const choices = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
  return (
    <Select
      label="Lastschrift"
      description={data && data.count > data.rows.length ? `${data.count} Lastschriften: bitte den Namen tippen` : undefined}
      required
      searchable
      // The server has searched already.
      filter={({ options }) => options}
      data={choices}
      value={chosen?.value ?? null}
      onChange={(value) => onChoose(choices.find((one) => one.value === value))}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="Keine offene Lastschrift gefunden."
    />
  );
}

type FeeFieldsProps = {
  cents: number;
  fee: number | string;
  onFee: (fee: number | string) => void;
  withFee: boolean;
  onWithFee: (withFee: boolean) => void;
  /** Whether the settings name a fee. */ isSet: boolean;
};

/** What the bank took for a return, and whether it is passed on. */
export function FeeFields({ cents, fee, onFee, withFee, onWithFee, isSet }: FeeFieldsProps) {
  return (
    <>
      <NumberInput
        label="Gebühr der Bank in Euro"
        description="Steht auf dem Kontoauszug hinter „Entgelt“."
        value={fee}
        onChange={onFee}
        min={0}
        max={100}
        decimalScale={2}
        fixedDecimalScale
        decimalSeparator=","
        w={220}
      />
      <Checkbox
        label={cents > 0 ? `Gebühr weiterberechnen: ${euros(cents)}` : 'Gebühr weiterberechnen'}
        description={cents > 0 || isSet ? undefined : 'In den Einstellungen steht keine Gebühr für Rücklastschriften.'}
        disabled={!(cents > 0)}
        checked={withFee && cents > 0}
        onChange={(event) => onWithFee(event.currentTarget.checked)}
      />
    </>
  );
}

function consequenceOf(code: string, on: string): string {
  const told =
    code === 'MD07' ? 'Es geht keine Mail hinaus.' : 'Wer zahlt, bekommt eine Mail mit dem Grund und den Angaben zur Überweisung.';
  return makesMandateRest({ code, on }, []) ? `${told} Das Mandat ruht danach, bis Sie es fortsetzen.` : told;
}
