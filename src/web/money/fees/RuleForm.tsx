import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { feeRuleForm, type FeeRuleForm, type FeeRuleView } from '#shared/money/fees/fees.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useFeeMutations } from './queries.ts';
import { AccountField, NumberField, PriceFields, RetroactionFields, WhomFields } from './RuleFields.tsx';

/** What a new rule starts with, where a gap of the order asks for it. */
export type RuleStart = Partial<Pick<FeeRuleForm, 'kinds' | 'ageFrom' | 'ageTo' | 'validFrom'>>;
type RuleFormProps = { club: ClubName; rule: FeeRuleView | undefined; start?: RuleStart | undefined; position: number; onDone: () => void };

/** Creates or edits a rule of the fee schedule. */
export function RuleForm({ club, rule, start, position, onDone }: RuleFormProps) {
  const { createRule, updateRule, deleteRule } = useFeeMutations();
  const { form, version, clash } = useRowForm<FeeRuleForm>(rule ?? { version: 1 }, { ...valuesOf(rule, position), ...start }, feeRuleForm);
  const running = rule ? updateRule : createRule;
  const settle = {
    onSuccess: () => {
      form.resetDirty();
      notify('Die Regel ist gespeichert.');
      onDone();
    },
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit((values) => {
    if (rule) updateRule.mutate({ ...values, id: rule.id, version }, settle);
    else createRule.mutate({ ...values, club }, settle);
  });
  const remove = () =>
    rule &&
    confirm({
      title: 'Regel löschen?',
      text: `„${rule.name}“ wird gelöscht.`,
      action: 'Löschen',
      onConfirm: () => deleteRule.mutate(rule.id, { onSuccess: onDone, onError: notifyProblem }),
    });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        {rule?.isBooked && (
          <Text size="sm">
            Nach dieser Regel ist schon gebucht: Nur Name, Reihenfolge, Buchungskonto und letzter Tag lassen sich noch ändern.
          </Text>
        )}
        <TextInput label="Name" required maxLength={80} {...form.getInputProps('name')} />
        <WhomFields form={form} club={club} />
        <PriceFields form={form} />
        <AccountField form={form} club={club} />
        <Group grow align="flex-start">
          <DayField label="Gültig ab" hasVisibleLabel isRequired {...dayInput(form, 'validFrom')} />
          <DayField
            label="Gültig bis"
            hasVisibleLabel
            {...dayInput(form, 'validTo')}
            onChange={(day) => form.setFieldValue('validTo', day ?? null)}
          />
        </Group>
        <NumberField form={form} path="position" label="Platz in der Reihenfolge" />
        {rule?.retroactiveReason && <Text size="sm">Gilt rückwirkend: {rule.retroactiveReason}</Text>}
        <RetroactionFields form={form} />
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <Group>
          <Button type="submit" loading={running.isPending}>
            Speichern
          </Button>
          {rule && !rule.isBooked && (
            <Button variant="outline" color="danger" loading={deleteRule.isPending} onClick={remove}>
              Löschen
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function valuesOf(rule: FeeRuleView | undefined, position: number): FeeRuleForm {
  if (rule) {
    const { id: _id, club: _club, isBooked: _booked, version: _version, ...values } = rule;
    return { ...values, isRetroactive: false, retroactiveReason: '' };
  }
  return {
    layer: 'base',
    position,
    name: '',
    kinds: [],
    ageFrom: null,
    ageTo: null,
    ageOn: 'year_start',
    departmentId: null,
    placeFrom: null,
    placeTo: null,
    familyMin: 3,
    childAgeTo: 17,
    familyMode: 'cheapest',
    proRataIn: 'month',
    proRataOut: 'full',
    validFrom: `${today().slice(0, 4)}-01-01`,
    validTo: null,
    rhythm: 'year',
    cents: 0,
    monthCents: null,
    quarterCents: null,
    halfCents: null,
    yearCents: null,
    dueMinutes: null,
    pool: 'person',
    ledgerAccountId: null,
    isRetroactive: false,
    retroactiveReason: '',
  };
}
