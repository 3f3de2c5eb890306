import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import { ruleInput, type DayRuleScope, type StoredDayRule } from '#shared/halls/dayRules.ts';
import { dayRuleKindNames, dayRuleKinds } from '#shared/halls/holidays.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from '../facilities/facilities.module.css';
import { useFacilityMutations, type Rule } from '../facilities/queries.ts';
import { useCalendarChange } from './useCalendarChange.tsx';

/** The scopes for which the viewer may enter days. */
export type RulePlace = { scope: DayRuleScope; scopeId: string; label: string };

type RuleFormProps = {
  places: readonly RulePlace[];
  /** The range to edit; undefined for a new one. */ stored?: StoredDayRule;
  onDone?: () => void;
};

type RuleValues = Omit<Rule, 'dates'>;

/** An empty last day means a range of one day. */
const ruleOf = (typed: RuleValues): RuleValues => ({ ...typed, endsOn: typed.endsOn || typed.startsOn });
const shape = z.custom<RuleValues>().transform(ruleOf).pipe(ruleInput);

/** Creates or edits holidays and closures; the affected dates are shown first. */
export function RuleForm({ places, stored, onDone }: RuleFormProps) {
  const { addRule, changeRule } = useFacilityMutations();
  const { ask, isAsking, dialog } = useCalendarChange();
  const form = useShapeForm<RuleValues>(
    {
      ...placeOf(places.find((one) => isAt(one, stored)) ?? places[0]),
      kind: stored?.kind ?? 'closure',
      name: stored?.name ?? '',
      startsOn: stored?.startsOn ?? '',
      endsOn: stored?.endsOn ?? '',
      source: stored?.source ?? '',
    },
    shape,
  );
  const { values } = form;
  const saving = stored ? changeRule : addRule;
  // A name like "Weihnachtsferien" selects holidays, since it hardly ever means a closure, which would also block the
  // halls.
  const setName = (name: string) =>
    form.setValues({ name, ...(!stored && values.kind === 'closure' && /ferien\b/i.test(name) && { kind: 'school_holiday' }) });
  const submit = form.onSubmit((typed) => {
    const rule = ruleOf(typed);
    ask({
      rules: [rule],
      ...(stored && { replaces: stored.id }),
      save: (dates, onSaved) => {
        const options = {
          onSuccess: () => {
            onSaved();
            notify(stored ? 'Der Zeitraum ist geändert.' : 'Der Zeitraum ist eingetragen.');
            if (!stored) form.setFieldValue('name', '');
            onDone?.();
          },
          // Errors are shown in the form, so the dialog closes.
          onError: (error: unknown) => (onSaved(), applyProblem(form, error)),
        };
        if (stored) changeRule.mutate({ ...rule, id: stored.id, version: stored.version, dates }, options);
        else addRule.mutate({ ...rule, dates }, options);
      },
    });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" className={classes['entry']}>
        <TextInput label="Name" {...form.getInputProps('name')} onChange={(event) => setName(event.currentTarget.value)} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            label="Art"
            data={dayRuleKinds.map((value) => ({ value, label: dayRuleKindNames[value] }))}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
          <Select
            label="Gilt für"
            data={places.map(({ label }, index) => ({ value: String(index), label }))}
            value={String(places.findIndex((one) => isAt(one, values)))}
            allowDeselect={false}
            onChange={(index) => form.setValues(placeOf(places[Number(index)]))}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DayField label="Erster Tag" hasVisibleLabel {...dayInput(form, 'startsOn')} />
          <DayField label="Letzter Tag" hasVisibleLabel min={values.startsOn || undefined} {...dayInput(form, 'endsOn')} />
        </SimpleGrid>
        <FormProblem error={saving.error} fields={Object.keys(values)} />
        <Group>
          <Button type="submit" disabled={values.startsOn === '' || values.name.trim() === ''} loading={isAsking || saving.isPending}>
            {stored ? 'Änderung prüfen' : 'Eintragen'}
          </Button>
          {onDone && (
            <Button variant="default" onClick={onDone}>
              Abbrechen
            </Button>
          )}
        </Group>
        {dialog}
      </Stack>
    </form>
  );
}

function isAt(place: RulePlace, rule: Pick<StoredDayRule, 'scope' | 'scopeId'> | undefined): boolean {
  return place.scope === rule?.scope && place.scopeId === rule.scopeId;
}

function placeOf(place: RulePlace | undefined): Pick<RuleValues, 'scope' | 'scopeId'> {
  return { scope: place?.scope ?? 'club', scopeId: place?.scopeId ?? '' };
}
