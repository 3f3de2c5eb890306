import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DayRuleScope, StoredDayRule } from '#shared/halls/dayRules.ts';
import { dayRuleKindNames, dayRuleKinds, type DayRuleKind } from '#shared/halls/holidays.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from '../facilities/facilities.module.css';
import { useFacilityMutations } from '../facilities/queries.ts';
import { useCalendarChange } from './useCalendarChange.tsx';

/** Whose days somebody may enter. */
export type RulePlace = { scope: DayRuleScope; scopeId: string; label: string };

type RuleFormProps = {
  places: readonly RulePlace[];
  /** The range to change; else a new one. */ stored?: StoredDayRule;
  onDone?: () => void;
};

/** Enters or changes holidays and closures; dates that this concerns are shown first. */
export function RuleForm({ places, stored, onDone }: RuleFormProps) {
  const { addRule, changeRule } = useFacilityMutations();
  const { ask, isAsking, dialog } = useCalendarChange();
  const [name, setName] = useState(stored?.name ?? '');
  const [kind, setKind] = useState<DayRuleKind>(stored?.kind ?? 'closure');
  const [placeIndex, setPlaceIndex] = useState(() =>
    Math.max(
      0,
      places.findIndex(({ scope, scopeId }) => scope === stored?.scope && scopeId === stored.scopeId),
    ),
  );
  const [startsOn, setStartsOn] = useState(stored?.startsOn);
  const [endsOn, setEndsOn] = useState(stored?.endsOn);
  const place = places[placeIndex] ?? places[0];
  const saving = stored ? changeRule : addRule;
  const submit = () => {
    if (!startsOn || !place) return;
    const { scope, scopeId } = place;
    const rule = { scope, scopeId, kind, name, startsOn, endsOn: endsOn ?? startsOn, source: stored?.source ?? '' };
    ask({
      rules: [rule],
      ...(stored && { replaces: stored.id }),
      save: (dates, onSaved) => {
        const options = {
          onSuccess: () => {
            onSaved();
            notify(stored ? 'Der Zeitraum ist geändert.' : 'Der Zeitraum ist eingetragen.');
            if (!stored) setName('');
            onDone?.();
          },
          // A broken rule is told at the form, so the question closes.
          onError: onSaved,
        };
        if (stored) changeRule.mutate({ ...rule, id: stored.id, version: stored.version, dates }, options);
        else addRule.mutate({ ...rule, dates }, options);
      },
    });
  };
  return (
    <Stack gap="sm" className={classes['entry']}>
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Group grow>
        <Select
          label="Art"
          data={dayRuleKinds.map((value) => ({ value, label: dayRuleKindNames[value] }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setKind(dayRuleKinds.find((one) => one === value) ?? 'closure')}
        />
        <Select
          label="Gilt für"
          data={places.map(({ label }, index) => ({ value: String(index), label }))}
          value={String(placeIndex)}
          allowDeselect={false}
          onChange={(value) => setPlaceIndex(Number(value))}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <DayField label="Erster Tag" hasVisibleLabel value={startsOn} onChange={setStartsOn} />
        <DayField label="Letzter Tag" hasVisibleLabel value={endsOn} min={startsOn} onChange={setEndsOn} />
      </SimpleGrid>
      <FormProblem error={saving.error} />
      <Group>
        <Button disabled={!startsOn || name.trim() === ''} loading={isAsking || saving.isPending} onClick={submit}>
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
  );
}
