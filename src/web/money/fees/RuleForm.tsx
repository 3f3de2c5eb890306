import { Button, Group, MultiSelect, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { feeRuleInput, type FeeRuleInput, type FeeRuleView } from '#shared/money/fees/fees.ts';
import {
  familyModeNames,
  familyModes,
  feeLayerNames,
  feeLayers,
  feeRhythmNames,
  feeRhythms,
  proRataNames,
  proRatas,
} from '#shared/money/fees/feeWords.ts';
import { memberKinds } from '#shared/people/memberWords.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { EuroField } from '#web/ui/forms/EuroField.tsx';
import { useFeeMutations } from './queries.ts';

type RuleFormProps = { club: ClubName; rule: FeeRuleView | undefined; position: number; onDone: () => void };
type Form = UseFormReturnType<FeeRuleInput>;

const options = <N extends string>(names: readonly N[], words: { readonly [name in N]: string }) =>
  names.map((value) => ({ value, label: words[value] }));
const kinds = memberKinds.map(({ name, displayName }) => ({ value: name, label: displayName }));
const ages = [
  { value: 'year_start', label: 'am Anfang des Jahres' },
  { value: 'period_start', label: 'am Anfang des Zeitraums' },
  { value: 'birth_year', label: 'nach dem Geburtsjahr' },
];

/** Makes or changes a rule of the order of fees. */
export function RuleForm({ club, rule, position, onDone }: RuleFormProps) {
  const { createRule, updateRule, deleteRule } = useFeeMutations();
  const { form, version, clash } = useRowForm<FeeRuleInput>(rule ?? { version: 1 }, valuesOf(rule, position), feeRuleInput);
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
          <Text size="sm">Nach dieser Regel ist schon gebucht: Nur Name, Reihenfolge und letzter Tag lassen sich noch ändern.</Text>
        )}
        <TextInput label="Name" required maxLength={80} {...form.getInputProps('name')} />
        <WhomFields form={form} club={club} />
        <PriceFields form={form} />
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
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <Group>
          <Button type="submit" loading={running.isPending}>
            Speichern
          </Button>
          {rule && !rule.isBooked && (
            <Button variant="outline" color="red" loading={deleteRule.isPending} onClick={remove}>
              Löschen
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function WhomFields({ form, club }: { form: Form; club: ClubName }) {
  const { layer, departmentId } = form.values;
  const departments = useDepartmentChoices(club, departmentId);
  const setLayer = (value: string | null) => {
    form.setFieldValue('layer', feeLayers.find((one) => one === value) ?? 'base');
    if (value !== 'department') form.setFieldValue('departmentId', null);
  };
  return (
    <>
      <Select
        label="Wofür"
        data={options(feeLayers, feeLayerNames)}
        allowDeselect={false}
        {...form.getInputProps('layer')}
        onChange={setLayer}
      />
      {layer === 'department' && <Select label="Abteilung" required data={departments} {...form.getInputProps('departmentId')} />}
      {layer === 'family' ? <FlatFields form={form} /> : <PeopleFields form={form} />}
    </>
  );
}

/** Which members a rule is for. */
function PeopleFields({ form }: { form: Form }) {
  return (
    <>
      <MultiSelect
        label="Art der Mitgliedschaft"
        description="Leer: alle außer Probe- und Ehrenmitgliedern"
        data={kinds}
        {...form.getInputProps('kinds')}
      />
      <Group grow align="flex-start">
        <NumberField form={form} path="ageFrom" label="Alter von" />
        <NumberField form={form} path="ageTo" label="Alter bis" />
      </Group>
      <Select label="Alter gilt" data={ages} allowDeselect={false} {...form.getInputProps('ageOn')} />
      {form.values.layer === 'base' && (
        <Group grow align="flex-start">
          <NumberField form={form} path="placeFrom" label="In der Familie ab Person" />
          <NumberField form={form} path="placeTo" label="In der Familie bis Person" />
        </Group>
      )}
    </>
  );
}

/** For which families a flat price is. */
function FlatFields({ form }: { form: Form }) {
  return (
    <>
      <Group grow align="flex-start">
        <NumberField form={form} path="familyMin" label="Ab wie vielen Personen" />
        <NumberField form={form} path="childAgeTo" label="Kinder bis Alter" />
      </Group>
      <Select
        label="Gilt statt der einzelnen Beiträge"
        data={options(familyModes, familyModeNames)}
        allowDeselect={false}
        {...form.getInputProps('familyMode')}
      />
    </>
  );
}

function PriceFields({ form }: { form: Form }) {
  return (
    <>
      <Group grow align="flex-start">
        <EuroField
          label="Beitrag in Euro"
          cents={form.values.cents}
          field={form.getInputProps('cents')}
          onChange={(cents) => form.setFieldValue('cents', cents)}
        />
        {form.values.layer !== 'entry' && (
          <Select label="Zahlweise" data={options(feeRhythms, feeRhythmNames)} allowDeselect={false} {...form.getInputProps('rhythm')} />
        )}
      </Group>
      {form.values.layer !== 'entry' && (
        <Group grow align="flex-start">
          <Select
            label="Wer später eintritt"
            data={options(proRatas, proRataNames)}
            allowDeselect={false}
            {...form.getInputProps('proRataIn')}
          />
          <Select
            label="Wer früher austritt"
            data={options(proRatas, proRataNames)}
            allowDeselect={false}
            {...form.getInputProps('proRataOut')}
          />
        </Group>
      )}
    </>
  );
}

type NumberPath = 'ageFrom' | 'ageTo' | 'placeFrom' | 'placeTo' | 'familyMin' | 'childAgeTo' | 'position';
/** What stands there when nothing is typed, and the most. */
const numbers: { readonly [path in NumberPath]: { empty: number | null; min: number; max: number } } = {
  ageFrom: { empty: null, min: 0, max: 120 },
  ageTo: { empty: null, min: 0, max: 120 },
  placeFrom: { empty: null, min: 1, max: 20 },
  placeTo: { empty: null, min: 1, max: 20 },
  familyMin: { empty: 1, min: 1, max: 20 },
  childAgeTo: { empty: 0, min: 0, max: 99 },
  position: { empty: 0, min: 0, max: 999 },
};

function NumberField({ form, path, label }: { form: Form; path: NumberPath; label: string }) {
  const { empty, min, max } = numbers[path];
  return (
    <NumberInput
      label={label}
      min={min}
      max={max}
      allowDecimal={false}
      {...form.getInputProps(path)}
      value={form.values[path] ?? ''}
      onChange={(value) => form.setFieldValue(path, typeof value === 'number' ? value : empty)}
    />
  );
}

function valuesOf(rule: FeeRuleView | undefined, position: number): FeeRuleInput {
  if (rule) {
    const { id: _id, club: _club, isBooked: _booked, version: _version, ...values } = rule;
    return values;
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
  };
}
