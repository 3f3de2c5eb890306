import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import type { StoredDayRule } from '#shared/halls/dayRules.ts';
import { dayRuleKindNames } from '#shared/halls/holidays.ts';
import type { User } from '#shared/kernel/user.ts';
import { today } from '#web/lib/berlinDay.ts';
import { textOf } from '#web/lib/textOf.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../facilities/facilities.module.css';
import { dayRulesQuery, useFacilityMutations } from '../facilities/queries.ts';
import { RuleForm, type RulePlace } from './RuleForm.tsx';
import { closing, useCalendarChange } from './useCalendarChange.tsx';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

/** School holidays, flexible holidays and the club's own closures. GSV maintains those of state and town. */
export function HolidaysPart({ viewer }: { viewer: User }) {
  const from = today();
  const query = useQuery(dayRulesQuery(from, addDays(from, 900)));
  const { data } = query;
  const isTown = viewer.club.name === 'GSV' || viewer.role.name === 'super';
  const places: RulePlace[] = [
    { scope: 'club', scopeId: viewer.club.name, label: `Nur ${viewer.club.name}` },
    ...(isTown
      ? ([
          { scope: 'state', scopeId: 'NW', label: 'Nordrhein-Westfalen' },
          { scope: 'town', scopeId: 'Auenfeld', label: 'Auenfeld' },
        ] as const)
      : []),
  ];
  return (
    <PagePart title="Ferien und Schließtage" lead="Gesetzliche Feiertage sind berechnet und stehen nicht in dieser Liste.">
      <Stack>
        <LostParts of={[['Ferien und Schließtage', query]]} />
        <ul className={classes['rows']} aria-label="Ferien und Schließtage">
          {data
            ?.filter(({ scope }) => scope !== 'facility')
            .map((rule) => (
              <li key={`${rule.id} ${rule.version}`}>
                <RuleRow rule={rule} places={places} />
              </li>
            ))}
        </ul>
        <RuleForm places={places} />
        {isTown && <ImportHolidays />}
      </Stack>
    </PagePart>
  );
}

function RuleRow({ rule, places }: { rule: StoredDayRule; places: readonly RulePlace[] }) {
  const { deleteRule } = useFacilityMutations();
  const { ask, isAsking, dialog } = useCalendarChange();
  const [isChanging, setIsChanging] = useState(false);
  const words = `${rule.name} ${germanDate(rule.startsOn)}`;
  const remove = () =>
    ask({
      replaces: rule.id,
      rules: [],
      save: (dates, onSaved) => deleteRule.mutate({ id: rule.id, dates }, closing(onSaved)),
    });
  if (isChanging) return <RuleForm places={places} stored={rule} onDone={() => setIsChanging(false)} />;
  return (
    <div className={classes['row']}>
      <Text flex="1 1 16rem">
        <strong>{rule.name}</strong> {germanDate(rule.startsOn)}
        {rule.endsOn !== rule.startsOn && `–${germanDate(rule.endsOn)}`} · {dayRuleKindNames[rule.kind]} · {rule.scopeLabel}
      </Text>
      {places.some(({ scope, scopeId }) => scope === rule.scope && scopeId === rule.scopeId) && (
        <Group gap="xs">
          <Button variant="default" aria-label={`${words} ändern`} onClick={() => setIsChanging(true)}>
            Ändern
          </Button>
          <Button variant="default" aria-label={`${words} löschen`} loading={isAsking || deleteRule.isPending} onClick={remove}>
            Löschen
          </Button>
        </Group>
      )}
      {dialog}
    </div>
  );
}

function ImportHolidays() {
  const { importRules } = useFacilityMutations();
  const { ask, isAsking, dialog } = useCalendarChange();
  const [file, setFile] = useState<File | null>(null);
  const check = async () => file && importRules.mutate({ text: await textOf(file), source: file.name, isDryRun: true });
  const fresh = importRules.data?.rows.filter(({ result }) => result === 'new') ?? [];
  const accept = () => {
    if (!file) return;
    ask({
      rules: fresh.map(({ name, startsOn, endsOn }) => ({
        scope: 'state',
        scopeId: 'NW',
        kind: 'school_holiday',
        name,
        startsOn,
        endsOn,
        source: file.name,
      })),
      save: (dates, onSaved) =>
        void textOf(file).then((text) =>
          importRules.mutate(
            { text, source: file.name, isDryRun: false, dates },
            closing(() => {
              onSaved();
              notify('Die Ferien sind übernommen.');
            }),
          ),
        ),
    });
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
        <Button variant="default" disabled={!file} onClick={() => void check()}>
          Prüfen
        </Button>
        {fresh.length > 0 && (
          <Button loading={isAsking || importRules.isPending} onClick={accept}>
            Übernehmen
          </Button>
        )}
      </Group>
      <FormProblem error={importRules.error} />
      {dialog}
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
