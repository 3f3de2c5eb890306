import { Checkbox, Group, MultiSelect, NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturnType } from '@mantine/form';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FeeRuleForm } from '#shared/money/fees/fees.ts';
import {
  familyModeNames,
  familyModes,
  feeLayerNames,
  feeLayers,
  feeRhythmNames,
  feeRhythms,
  helperPoolNames,
  helperPools,
  proRataNames,
  proRatas,
  type FeeRhythm,
} from '#shared/money/fees/feeWords.ts';
import { memberKinds } from '#shared/people/memberWords.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
import { ledgerAccountsQuery } from '../ledger/queries.ts';

type Form = UseFormReturnType<FeeRuleForm>;

const options = <N extends string>(names: readonly N[], words: { readonly [name in N]: string }) =>
  names.map((value) => ({ value, label: words[value] }));
const kinds = memberKinds.map(({ name, displayName }) => ({ value: name, label: displayName }));
const ages = [
  { value: 'year_start', label: 'am Anfang des Jahres' },
  { value: 'period_start', label: 'am Anfang des Zeitraums' },
  { value: 'birth_year', label: 'nach dem Geburtsjahr' },
];

/** The scope of a rule. */
export function WhomFields({ form, club }: { form: Form; club: ClubName }) {
  const { layer, departmentId } = form.values;
  const departments = useDepartmentChoices(club, departmentId);
  const setLayer = (value: string | null) => {
    form.setFieldValue('layer', feeLayers.find((one) => one === value) ?? 'base');
    if (value !== 'department') form.setFieldValue('departmentId', null);
    // Hidden fields are reset: they must neither affect the scope nor be invalid.
    if (value !== 'base') for (const path of ['placeFrom', 'placeTo'] as const) form.setFieldValue(path, null);
    if (value === 'family') {
      form.setFieldValue('kinds', []);
      for (const path of ['ageFrom', 'ageTo'] as const) form.setFieldValue(path, null);
    }
    form.setFieldValue('dueMinutes', value === 'helper' ? 300 : null);
    if (value === 'helper') form.setFieldValue('proRataOut', 'month');
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

/** Which members the rule applies to. */
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

/** Which families a flat fee applies to. */
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

/** The price. */
export function PriceFields({ form }: { form: Form }) {
  const { layer, rhythm } = form.values;
  const isRepeated = layer !== 'entry' && layer !== 'helper';
  return (
    <>
      {layer === 'helper' && <HelperFields form={form} />}
      <Group grow align="flex-start">
        <EuroField
          label={layer === 'helper' ? 'Euro je fehlende Stunde' : 'Beitrag in Euro'}
          cents={form.values.cents}
          field={form.getInputProps('cents')}
          onChange={(cents) => form.setFieldValue('cents', cents)}
        />
        {isRepeated && (
          <Select label="Zahlweise" data={options(feeRhythms, feeRhythmNames)} allowDeselect={false} {...form.getInputProps('rhythm')} />
        )}
      </Group>
      {isRepeated && (
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {feeRhythms.toReversed().map((one) => one !== rhythm && <OtherPrice key={one} form={form} rhythm={one} />)}
        </SimpleGrid>
      )}
      {layer !== 'entry' && (
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

/** The price for payers with another rhythm; hidden where that is impossible. */
function OtherPrice({ form, rhythm }: { form: Form; rhythm: FeeRhythm }) {
  const path = `${rhythm}Cents` as const;
  return (
    <EuroInput
      {...form.getInputProps(path)}
      label={`Oder ${feeRhythmNames[rhythm]}`}
      placeholder="nicht möglich"
      cents={form.values[path]}
      onChange={(cents) => form.setFieldValue(path, cents)}
    />
  );
}

/** The custom ledger account for its charges. */
export function AccountField({ form, club }: { form: Form; club: ClubName }) {
  const { data = [] } = useQuery(ledgerAccountsQuery(club));
  const { layer, ledgerAccountId } = form.values;
  const choices = data.filter(({ id, endedOn }) => endedOn === null || id === ledgerAccountId);
  // Missing helper hours are charged by the yearly levy, whose account is determined by its source.
  if (choices.length === 0 || layer === 'helper') return null;
  return (
    <Select
      label="Buchungskonto"
      placeholder="wie Mitgliedsbeiträge"
      data={choices.map(({ id, name }) => ({ value: id, label: name }))}
      clearable
      {...form.getInputProps('ledgerAccountId')}
    />
  );
}

/** The consent to raise what is charged already; shown once the server asks for it. */
export function RetroactionFields({ form }: { form: Form }) {
  const { isRetroactive } = form.values;
  if (!isRetroactive && form.errors['isRetroactive'] === undefined) return null;
  return (
    <>
      <Checkbox label="Rückwirkend erhöhen, die Satzung erlaubt es" {...form.getInputProps('isRetroactive', { type: 'checkbox' })} />
      {isRetroactive && (
        <TextInput
          label="Grund"
          description="Bleibt bei der Regel und im Protokoll, zum Beispiel der Beschluss mit Datum"
          required
          maxLength={200}
          {...form.getInputProps('retroactiveReason')}
        />
      )}
    </>
  );
}

/** The yearly helper hours. */
function HelperFields({ form }: { form: Form }) {
  const { dueMinutes } = form.values;
  return (
    <Group grow align="flex-start">
      <NumberInput
        label="Stunden im Jahr"
        required
        min={0.25}
        step={0.25}
        decimalScale={2}
        decimalSeparator=","
        {...form.getInputProps('dueMinutes')}
        value={dueMinutes === null ? '' : dueMinutes / 60}
        onChange={(hours) => form.setFieldValue('dueMinutes', hours === '' ? null : Math.round(Number(hours) * 60))}
      />
      <Select
        label="Wessen Stunden zählen"
        data={options(helperPools, helperPoolNames)}
        allowDeselect={false}
        {...form.getInputProps('pool')}
      />
    </Group>
  );
}

type NumberPath = 'ageFrom' | 'ageTo' | 'placeFrom' | 'placeTo' | 'familyMin' | 'childAgeTo' | 'position';
/** The value of an empty field, and the limits. */
const numbers: { readonly [path in NumberPath]: { empty: number | null; min: number; max: number } } = {
  ageFrom: { empty: null, min: 0, max: 120 },
  ageTo: { empty: null, min: 0, max: 120 },
  placeFrom: { empty: null, min: 1, max: 20 },
  placeTo: { empty: null, min: 1, max: 20 },
  familyMin: { empty: 1, min: 1, max: 20 },
  childAgeTo: { empty: 0, min: 0, max: 99 },
  position: { empty: 0, min: 0, max: 999 },
};

/** An optional number. */
export function NumberField({ form, path, label }: { form: Form; path: NumberPath; label: string }) {
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
