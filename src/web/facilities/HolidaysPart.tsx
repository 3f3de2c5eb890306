import { Button, FileInput, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays, germanDate } from '#shared/calendar.ts';
import type { DayRuleScope } from '#shared/dayRules.ts';
import { dayRuleKindNames, dayRuleKinds, type DayRuleKind } from '#shared/holidays.ts';
import type { User } from '#shared/user.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/DayField.tsx';
import { FormProblem } from '#web/ui/FormProblem.tsx';
import { tell, tellProblem } from '#web/ui/notices.tsx';
import { PagePart } from '#web/ui/PagePart.tsx';
import classes from './facilities.module.css';
import { dayRulesQuery, useFacilityMutations } from './queries.ts';

type Place = { scope: DayRuleScope; scopeId: string; label: string };

/** School holidays, movable days and the club's own closures. Those of state and town belong to GSV. */
export function HolidaysPart({ viewer }: { viewer: User }) {
  const from = today();
  const { data } = useQuery(dayRulesQuery(from, addDays(from, 900)));
  const { removeRule } = useFacilityMutations();
  const isTown = viewer.club.name === 'GSV' || viewer.role.name === 'super';
  const places: Place[] = [
    { scope: 'club', scopeId: viewer.club.name, label: `Nur ${viewer.club.name}` },
    ...(isTown
      ? ([
          { scope: 'state', scopeId: 'NW', label: 'Nordrhein-Westfalen' },
          { scope: 'town', scopeId: 'Auenfeld', label: 'Auenfeld' },
        ] as const)
      : []),
  ];
  const isOwn = (scope: DayRuleScope, scopeId: string) => places.some((place) => place.scope === scope && place.scopeId === scopeId);
  return (
    <PagePart title="Ferien und Schließtage" lead="Gesetzliche Feiertage sind berechnet und stehen nicht in dieser Liste.">
      <Stack>
        <ul className={classes['rows']} aria-label="Ferien und Schließtage">
          {data
            ?.filter(({ scope }) => scope !== 'facility')
            .map((rule) => (
              <li key={rule.id} className={classes['row']}>
                <Text flex={1}>
                  <strong>{rule.name}</strong> {germanDate(rule.startsOn)}
                  {rule.endsOn !== rule.startsOn && `–${germanDate(rule.endsOn)}`} · {dayRuleKindNames[rule.kind]} · {rule.scopeLabel}
                </Text>
                {isOwn(rule.scope, rule.scopeId) && (
                  <Button
                    variant="default"
                    aria-label={`${rule.name} ${germanDate(rule.startsOn)} löschen`}
                    onClick={() => removeRule.mutate(rule.id, { onError: tellProblem })}
                  >
                    Löschen
                  </Button>
                )}
              </li>
            ))}
        </ul>
        <NewRule places={places} />
        {isTown && <ImportHolidays />}
      </Stack>
    </PagePart>
  );
}

function NewRule({ places }: { places: readonly Place[] }) {
  const { addRule } = useFacilityMutations();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<DayRuleKind>('closure');
  const [placeIndex, setPlaceIndex] = useState(0);
  const [startsOn, setStartsOn] = useState<string>();
  const [endsOn, setEndsOn] = useState<string>();
  const place = places[placeIndex] ?? places[0];
  const save = () => {
    if (!startsOn || !place) return;
    const { scope, scopeId } = place;
    addRule.mutate(
      { scope, scopeId, kind, name, startsOn, endsOn: endsOn ?? startsOn, source: '' },
      {
        onSuccess: () => {
          tell('Der Zeitraum ist eingetragen.');
          setName('');
        },
      },
    );
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
      <Group grow>
        <DayField label="Erster Tag" hasVisibleLabel value={startsOn} onChange={setStartsOn} />
        <DayField label="Letzter Tag" hasVisibleLabel value={endsOn} min={startsOn} onChange={setEndsOn} />
      </Group>
      <FormProblem error={addRule.error} />
      <Button style={{ alignSelf: 'flex-start' }} disabled={!startsOn || name.trim() === ''} loading={addRule.isPending} onClick={save}>
        Eintragen
      </Button>
    </Stack>
  );
}

function ImportHolidays() {
  const { importRules } = useFacilityMutations();
  const [file, setFile] = useState<File | null>(null);
  const run = async (isDryRun: boolean) => {
    if (!file) return;
    importRules.mutate(
      { text: await file.text(), source: file.name, isDryRun },
      { onSuccess: () => !isDryRun && tell('Die Ferien sind übernommen.') },
    );
  };
  return (
    <Stack gap="sm" className={classes['entry']}>
      <FileInput
        label="Ferien aus einer Tabelle (Name;von;bis)"
        accept=".csv,text/csv,text/plain"
        value={file}
        onChange={setFile}
        clearable
        clearButtonProps={{ 'aria-label': 'Datei entfernen' }}
      />
      <Group>
        <Button variant="default" disabled={!file} onClick={() => void run(true)}>
          Prüfen
        </Button>
        {importRules.data && <Button onClick={() => void run(false)}>Übernehmen</Button>}
      </Group>
      <FormProblem error={importRules.error} />
      <ul className={classes['rows']} aria-label="Ergebnis je Zeile">
        {importRules.data?.rows.map((row) => (
          <li key={row.line}>
            {row.name} {row.startsOn}–{row.endsOn}: {{ new: 'neu', known: 'schon da', refused: 'nicht übernommen' }[row.result]}{' '}
            {row.message}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
