import { Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredLine } from '#shared/kernel/fields.ts';
import type { NameAnswerInput, PayoutItem, PayoutRun } from '#shared/money/payouts/contract.ts';
import { nameAnswerNames, nameAnswers, type NameAnswer } from '#shared/money/payouts/words.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { validating } from '#web/ui/forms/validating.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { usePayoutMutations } from './queries.ts';

type AnswerProps = { run: PayoutRun; item: PayoutItem | undefined; onClose: () => void };
type Values = { answer: NameAnswer | ''; bankName: string };

/** Records what the bank says of the name and the IBAN of a payee. */
export function NameAnswerDialog({ run, item, onClose }: AnswerProps) {
  return (
    <Modal opened={item !== undefined} onClose={onClose} title={item && `Empfängerprüfung: ${item.name}`} centered>
      {item && <AnswerForm run={run} item={item} onClose={onClose} />}
    </Modal>
  );
}

const answerShape = z.strictObject({ answer: z.enum(nameAnswers), bankName: z.string() });
const checkBankName = validating(z.object({ bankName: requiredLine(70) }));

const consequences: { readonly [answer in NameAnswer]: string } = {
  match: 'Es bleibt alles, wie es ist.',
  close: 'Der Name der Bank kommt in die Datei und in das eingetragene Konto.',
  mismatch: 'Der Betrag steht danach wieder unter „Auszuzahlen“. Bitte fragen Sie vor dem nächsten Versuch nach dem richtigen Konto.',
};

const said: { readonly [answer in NameAnswer]: string } = {
  match: 'Vermerkt: Der Name stimmt.',
  close: 'Der Name der Bank ist übernommen. Bitte laden Sie die Datei neu herunter, wenn Sie sie noch einmal einreichen.',
  mismatch: 'Vermerkt. Es lässt sich noch einmal auszahlen.',
};

function AnswerForm({ run, item, onClose }: AnswerProps & { item: PayoutItem }) {
  const { answerName } = usePayoutMutations();
  const form = useShapeForm<Values>({ answer: item.nameAnswer ?? '', bankName: '' }, answerShape, {
    check: (values) => (values.answer === 'close' ? checkBankName(values) : {}),
    fieldOf: { 'said.bankName': 'bankName', 'said.answer': 'answer' },
  });
  const { answer } = form.getValues();
  const save = form.onSubmit((values) => {
    const input = toSaid(values);
    if (!input) return;
    answerName.mutate(
      { id: run.id, version: run.version, itemId: item.id, said: input },
      {
        onSuccess: () => (notify(said[input.answer]), onClose()),
        onError: (refusal) => applyProblem(form, refusal),
      },
    );
  });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          In der Datei steht {item.holder}, {item.account}. Gehören Name und IBAN laut Bank zusammen?
        </Text>
        <Radio.Group label="Antwort der Bank" required {...form.getInputProps('answer')}>
          <Stack gap="xs" mt={4}>
            {nameAnswers.map((one) => (
              <Radio key={one} value={one} label={nameAnswerNames[one]} description={consequences[one]} />
            ))}
          </Stack>
        </Radio.Group>
        {answer === 'close' && (
          <TextInput label="Name, den die Bank nennt" required maxLength={70} autoComplete="off" {...form.getInputProps('bankName')} />
        )}
        <FormProblem error={answerName.error} fields={['said.answer', 'said.bankName']} />
        <Button type="submit" loading={answerName.isPending} style={{ alignSelf: 'flex-start' }}>
          Vermerken
        </Button>
      </Stack>
    </form>
  );
}

function toSaid({ answer, bankName }: Values): NameAnswerInput | undefined {
  if (answer === '') return undefined;
  return answer === 'close' ? { answer, bankName } : { answer };
}
