import { Button, Group, List, MultiSelect, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { priceWords, whomWords } from '#shared/money/fees/whomWords.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import { levyInput, type LevyInput } from '#shared/money/levies/contract.ts';
import { levyMethodNames, levyMethods } from '#shared/money/levies/words.ts';
import { memberKinds } from '#shared/people/memberWords.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { today } from '#web/lib/berlinDay.ts';
import { PeopleFields } from '#web/people/parts/PeopleFields.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { organisationsQuery } from '#web/halls/parts/organisationsQuery.ts';
import { feeRulesQuery } from '../fees/queries.ts';

type Form = UseFormReturnType<LevyInput>;

const kinds = [
  { value: 'other', label: 'Anderes (Trikot, Miete, Umlage)' },
  { value: 'helper_hours', label: 'Fehlende Helferstunden' },
];
const audiences = [
  { value: 'people', label: 'Einzelne Personen' },
  { value: 'members', label: 'Mitglieder' },
  { value: 'organisations', label: 'Organisationen (Schule, Firma, anderer Verein)' },
];

/** Validates what would be sent. */
const shape = z
  .custom<LevyInput>()
  .transform((values): z.input<typeof levyInput> => orderOf(values))
  .pipe(levyInput);

type LevyFormProps = {
  club: ClubName;
  /** Called with complete input. */ onOrder: (order: LevyInput) => void;
  /** Called after each change. */ onChange: () => void;
};

/** What is charged, to whom, and the due date. */
export function LevyForm({ club, onOrder, onChange }: LevyFormProps) {
  const form = useShapeForm<LevyInput>(empty(), shape, { onChange });
  const { kind, whom, cents, method } = form.values;
  const isByOrganisations = kind === 'other' && whom === 'organisations';
  const isHours = kind === 'helper_hours';
  const setKind = (value: string | null) => {
    form.setFieldValue('kind', value === 'helper_hours' ? 'helper_hours' : 'other');
    if (value === 'helper_hours') form.setFieldValue('whom', 'members');
  };
  return (
    <form onSubmit={form.onSubmit((values) => onOrder(orderOf(values)))} noValidate>
      <Stack gap="sm" maw={560}>
        <Select label="Wofür" data={kinds} value={kind} onChange={setKind} allowDeselect={false} />
        {isHours ? (
          <HoursFields form={form} club={club} />
        ) : (
          <TextInput
            label="Text"
            description="Das lesen die Zahler, zum Beispiel „Trainingsanzug 2027“."
            required
            maxLength={120}
            {...form.getInputProps('label')}
          />
        )}
        {!isHours && (
          <EuroField
            label={isByOrganisations ? 'Euro je Organisation' : 'Euro je Person'}
            cents={cents}
            field={form.getInputProps('cents')}
            onChange={(value) => form.setFieldValue('cents', value)}
          />
        )}
        <DayField label="Fällig am" hasVisibleLabel isRequired {...dayInput(form, 'dueOn')} />
        {!isHours && <Select label="Von wem" data={audiences} allowDeselect={false} {...form.getInputProps('whom')} />}
        {!isHours && <Audience form={form} club={club} />}
        <Select
          label="Zahlungsart"
          data={levyMethods
            .filter((value) => value !== 'auto' || !isByOrganisations)
            .map((value) => ({ value, label: levyMethodNames[value] }))}
          allowDeselect={false}
          {...form.getInputProps('method')}
          value={isByOrganisations && method === 'auto' ? 'transfer' : method}
        />
        <Select
          label="Bereich"
          description="Wo es im Jahresabschluss steht."
          data={taxSpheres.map((value) => ({ value, label: sphereNames[value] }))}
          allowDeselect={false}
          {...form.getInputProps('taxSphere')}
        />
        <Button type="submit" style={{ alignSelf: 'flex-start' }}>
          Vorschau
        </Button>
      </Stack>
    </form>
  );
}

/** The fee schedule sets the price of helper hours; only the year is asked here. */
function HoursFields({ form, club }: { form: Form; club: ClubName }) {
  const { data } = useQuery(feeRulesQuery(club));
  const rules = data?.filter(({ layer }) => layer === 'helper');
  return (
    <>
      <NumberInput label="Jahr" required min={2000} max={2199} hideControls thousandSeparator="" {...form.getInputProps('year')} />
      {rules?.length === 0 && (
        <Text size="sm">
          Die Beitragsordnung hat noch keine Regel für Helferstunden. Legen Sie sie zuerst an:{' '}
          <Link to={pages.adminFees.path}>{pages.adminFees.title}</Link>
        </Text>
      )}
      {rules && rules.length > 0 && (
        <List size="sm" aria-label="Regeln für Helferstunden">
          {rules.map((rule) => (
            <List.Item key={rule.id}>
              {rule.name}: {priceWords(rule)} ({whomWords(rule)})
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}

function Audience({ form, club }: { form: Form; club: ClubName }) {
  const { whom } = form.values;
  if (whom === 'people') return <ChosenPeople form={form} club={club} />;
  return whom === 'members' ? <MemberFields form={form} club={club} /> : <OrganisationField form={form} club={club} />;
}

/** An organisation is entered once, in the list of organisations. */
function OrganisationField({ form, club }: { form: Form; club: ClubName }) {
  const { data } = useQuery(organisationsQuery(club));
  return (
    <>
      <MultiSelect
        label="Organisationen"
        required
        searchable
        data={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        nothingFoundMessage="Keine gefunden."
        {...form.getInputProps('organisationIds')}
      />
      <Text size="sm">
        Fehlt eine? Unter <Link to={pages.adminOrganisations.path}>{pages.adminOrganisations.title}</Link> lässt sie sich anlegen, mit
        E-Mail oder Anschrift für die Rechnung.
      </Text>
    </>
  );
}

function ChosenPeople({ form, club }: { form: Form; club: ClubName }) {
  return (
    <PeopleFields
      club={club}
      ids={form.values.personIds}
      most={500}
      errorAt={(at) => (form.errors['personIds'] ?? form.errors[`personIds.${at}`]) && 'Bitte auswählen.'}
      onChange={(ids) => form.setFieldValue('personIds', ids)}
    />
  );
}

function MemberFields({ form, club }: { form: Form; club: ClubName }) {
  const departments = useDepartmentChoices(club, form.values.departmentId);
  const age = (path: 'ageFrom' | 'ageTo', label: string) => (
    <NumberInput
      label={label}
      min={0}
      max={120}
      hideControls
      {...form.getInputProps(path)}
      value={form.values[path] ?? ''}
      onChange={(value) => form.setFieldValue(path, value === '' ? null : Number(value))}
    />
  );
  return (
    <>
      <Select label="Abteilung" placeholder="Alle" data={departments} clearable {...form.getInputProps('departmentId')} />
      <MultiSelect
        label="Art der Mitgliedschaft"
        placeholder={form.values.memberKinds.length === 0 ? 'Alle' : ''}
        data={memberKinds.map(({ name, displayName }) => ({ value: name, label: displayName }))}
        {...form.getInputProps('memberKinds')}
      />
      <Group grow align="flex-start">
        {age('ageFrom', 'Alter von')}
        {age('ageTo', 'Alter bis')}
      </Group>
    </>
  );
}

function empty(): LevyInput {
  const year = Number(today().slice(0, 4));
  const asked = { departmentId: null, memberKinds: [], ageFrom: null, ageTo: null };
  const sum = { kind: 'other', label: '', cents: 0, dueOn: addDays(today(), 30), taxSphere: 'ideal', method: 'auto' } as const;
  return { ...sum, whom: 'people', personIds: [''], organisationIds: [], ...asked, year };
}

/** Fields that do not belong to the choice are not sent. */
function orderOf(values: LevyInput): LevyInput {
  const isHours = values.kind === 'helper_hours';
  return {
    ...values,
    label: isHours ? '' : values.label,
    cents: isHours ? 0 : values.cents,
    year: isHours ? values.year : null,
    personIds: values.whom === 'people' ? values.personIds : [],
    organisationIds: values.whom === 'organisations' ? values.organisationIds : [],
  };
}
