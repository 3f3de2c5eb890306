import { Button, Checkbox, Group, Modal, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { KeptLine } from '#shared/money/bankLines.ts';
import { bankRuleInput, bankRuleWayNames, bankRuleWays, type BankRule, type BankRuleInput } from '#shared/money/bankRules/contract.ts';
import { categoriesOf, categoryOf } from '#shared/money/entries/words.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { PayerField } from '../../terms/PayerField.tsx';
import { oneWay, PurposeFields } from '../../entries/EntryFields.tsx';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { useRuleMutations } from './queries.ts';
import { Trial } from './Trial.tsx';

/** A rule to edit, or the initial values of a new one, with the line that it comes from. */
export type OpenRule = { rule: BankRule } | { first: BankRuleInput; line?: Pick<KeptLine, 'account' | 'accountKey'> };
type RuleDialogProps = { /** Undefined while closed. */ open: OpenRule | undefined; onClose: () => void };

const ways = bankRuleWays.map((value) => ({ value, label: bankRuleWayNames[value] }));
const directions = [
  { value: 'out', label: 'Geld ging' },
  { value: 'in', label: 'Geld kam' },
];

/** Creates or edits a rule for recurring transactions. */
export function RuleDialog({ open, onClose }: RuleDialogProps) {
  return (
    <Modal
      opened={open !== undefined}
      onClose={onClose}
      title={open && 'rule' in open ? 'Regel ändern' : 'Regel anlegen'}
      size="lg"
      closeOnClickOutside={false}
      centered
    >
      {open && <RuleForm open={open} onDone={onClose} />}
    </Modal>
  );
}

function RuleForm({ open, onDone }: { open: OpenRule; onDone: () => void }) {
  const { create, update } = useRuleMutations();
  const rule = 'rule' in open ? open.rule : undefined;
  const { form, version, clash } = useRowForm<BankRuleInput>(rule ?? { version: 1 }, valuesOf(open), bankRuleInput);
  const { values } = form;
  const seen = 'rule' in open ? open.rule : open.line;
  const settle = {
    onSuccess: () => {
      form.resetDirty();
      notify('Die Regel ist gespeichert.');
      onDone();
    },
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit((input) => (rule ? update.mutate({ ...input, id: rule.id, version }, settle) : create.mutate(input, settle)));
  const turn = (direction: 'in' | 'out') => {
    const category = categoriesOf(direction).at(-1) ?? null;
    const way = values.way === 'payer' && direction === 'out' ? 'entry' : values.way;
    form.setValues({ direction, way, ...(way === 'entry' && { category, sphere: category && categoryOf(category).sphere }) });
  };
  const choose = (way: BankRuleInput['way']) => {
    const category = way === 'entry' ? (categoriesOf(values.direction).at(-1) ?? null) : null;
    form.setValues({ way, category, sphere: category && categoryOf(category).sphere });
  };
  const running = rule ? update : create;
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <TextInput label="Name der Regel" required maxLength={60} placeholder="z. B. Kontoführung" {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NativeSelect
            label="Wann"
            data={directions}
            {...form.getInputProps('direction')}
            onChange={({ currentTarget }) => turn(currentTarget.value === 'in' ? 'in' : 'out')}
          />
          <TextInput label="Name enthält" maxLength={80} {...form.getInputProps('nameContains')} />
          <TextInput label="Verwendungszweck enthält" maxLength={80} {...form.getInputProps('purposeContains')} />
          {seen?.accountKey && (
            <Checkbox
              label={`Nur ${values.direction === 'in' ? 'vom' : 'an das'} Konto ${seen.account}`}
              description="Dann dürfen Name und Verwendungszweck leer sein."
              checked={values.accountKey !== ''}
              error={form.errors['accountKey']}
              onChange={({ currentTarget }) => form.setFieldValue('accountKey', currentTarget.checked ? seen.accountKey : '')}
            />
          )}
          <Group gap="sm" grow align="flex-start" wrap="nowrap">
            <Sum
              label="Ab Euro"
              cents={values.centsFrom}
              field={form.getInputProps('centsFrom')}
              onChange={(cents) => form.setFieldValue('centsFrom', cents)}
            />
            <Sum
              label="Bis Euro"
              cents={values.centsTo}
              field={form.getInputProps('centsTo')}
              onChange={(cents) => form.setFieldValue('centsTo', cents)}
            />
          </Group>
          <NativeSelect
            label="Dann"
            data={values.direction === 'in' ? ways : ways.filter(({ value }) => value !== 'payer')}
            {...form.getInputProps('way')}
            onChange={({ currentTarget }) => choose(bankRuleWays.find((way) => way === currentTarget.value) ?? 'entry')}
          />
          {values.way === 'entry' && <PurposeFields form={form} categories={oneWay(values.direction)} />}
          {values.way === 'payer' && (
            <PayerField
              label="Wessen Konto"
              {...(rule?.payerId && { present: { id: rule.payerId, name: rule.payerName, isOrganisation: rule.isOrganisation } })}
              payerId={values.payerId ?? ''}
              error={form.errors['payerId']}
              onChoose={(payerId) => form.setFieldValue('payerId', payerId || null)}
            />
          )}
          {values.way === 'ignore' && (
            <TextInput label="Grund" required maxLength={200} placeholder="z. B. eigenes Konto" {...form.getInputProps('reason')} />
          )}
        </SimpleGrid>
        <Checkbox
          label="Von selbst, sobald ein Kontoauszug eingelesen ist"
          description="Sonst steht es als Vorschlag da. Jede Zeile lässt sich wieder öffnen."
          {...form.getInputProps('isAutomatic', { type: 'checkbox' })}
        />
        <Trial conditions={values} />
        <FormProblem error={running.error} clash={clash} fields={Object.keys(values)} />
        <Button type="submit" loading={running.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}

type SumProps = { label: string; cents: number | null; field: object; onChange: (cents: number | null) => void };

/** An optional amount. */
function Sum({ cents, onChange, ...field }: SumProps) {
  return <EuroField {...field} isOptional cents={cents ?? 0} onChange={(value) => onChange(value === 0 ? null : value)} />;
}

function valuesOf(open: OpenRule): BankRuleInput {
  if ('first' in open) return open.first;
  const { id: _id, version: _version, payerName: _name, isOrganisation: _organisation, account: _account, ...input } = open.rule;
  return input;
}
