import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import type { AffectedBooking } from '#shared/halls/closures.ts';
import type { Facility } from '#shared/halls/facilities.ts';
import { dayRuleKindNames } from '#shared/halls/holidays.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { AffectedList } from './AffectedList.tsx';
import { ClosureAfter } from './ClosureAfter.tsx';
import classes from '../facilities/facilities.module.css';
import { dayRulesQuery, useFacilityMutations } from '../facilities/queries.ts';
import { closing, useCalendarChange } from './useCalendarChange.tsx';

/** When the facility is closed; a new closure is played through first: whom does it hit, and what else is free? */
export function ClosurePart({ facility, mayClose }: { facility: Facility; mayClose: boolean }) {
  const from = today();
  const { data } = useQuery(dayRulesQuery(from, addDays(from, 500), facility.id));
  const { deleteRule, notifyClosure } = useFacilityMutations();
  const { ask, dialog } = useCalendarChange();
  const remove = (id: string) =>
    ask({
      replaces: id,
      rules: [],
      save: (dates, onSaved) => deleteRule.mutate({ id, dates }, closing(onSaved)),
    });
  const tell = (id: string, isAgain: boolean) =>
    notifyClosure.mutate({ id, isAgain }, { onSuccess: ({ clubs, mails }) => notify(toldWords(clubs, mails)), onError: notifyProblem });
  return (
    <Stack>
      {dialog}
      {mayClose && <NewClosure facility={facility} />}
      <ul className={classes['rows']} aria-label="Sperrzeiten und Ferien">
        {data?.map((rule) => (
          <li key={rule.id} className={classes['entry']}>
            <Text fw={600}>{rule.name}</Text>
            <Text size="sm" c="dimmed">
              {germanDate(rule.startsOn)}
              {rule.endsOn !== rule.startsOn && `–${germanDate(rule.endsOn)}`} · {dayRuleKindNames[rule.kind]} · {rule.scopeLabel}
            </Text>
            {mayClose && rule.scope === 'facility' && (
              <>
                <Group gap="xs" mt="xs">
                  <Button variant="default" onClick={() => tell(rule.id, false)}>
                    Betroffene benachrichtigen
                  </Button>
                  <Button variant="outline" color="red" onClick={() => remove(rule.id)}>
                    Sperrzeit löschen
                  </Button>
                </Group>
                <ClosureAfter id={rule.id} onTellAgain={() => tell(rule.id, true)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function toldWords(clubs: number, mails: number): string {
  return `${clubs === 1 ? 'Ein Verein' : `${clubs} Vereine`} benachrichtigt (${mails === 1 ? 'eine Mail' : `${mails} Mails`}).`;
}

function NewClosure({ facility }: { facility: Facility }) {
  const { checkClosure, close } = useFacilityMutations();
  const [name, setName] = useState('');
  const [startsOn, setStartsOn] = useState<string>();
  const [endsOn, setEndsOn] = useState<string>();
  const [affected, setAffected] = useState<AffectedBooking[]>();
  const range = startsOn && { facilityId: facility.id, startsOn, endsOn: endsOn ?? startsOn };
  const change = (set: (value: string | undefined) => void) => (value: string | undefined) => {
    setAffected(undefined);
    set(value);
  };
  const enter = () =>
    range &&
    close.mutate(
      { ...range, name },
      {
        onSuccess: ({ displaced }) => {
          notify(`Die Sperrzeit ist eingetragen, ${displaced === 1 ? 'ein Termin ist' : `${displaced} Termine sind`} verdrängt.`);
          setAffected(undefined);
          setName('');
        },
      },
    );
  return (
    <Stack gap="sm" className={classes['entry']}>
      <TextInput label="Grund der Sperrzeit" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <DayField label="Erster Tag" hasVisibleLabel value={startsOn} onChange={change(setStartsOn)} />
        <DayField label="Letzter Tag" hasVisibleLabel value={endsOn} min={startsOn} onChange={change(setEndsOn)} />
      </SimpleGrid>
      <Group>
        <Button
          variant="default"
          disabled={!range}
          loading={checkClosure.isPending}
          onClick={() => range && checkClosure.mutate(range, { onSuccess: setAffected })}
        >
          Wen trifft das?
        </Button>
        {affected && (
          <Button disabled={name.trim() === ''} loading={close.isPending} onClick={enter}>
            Sperrzeit eintragen
          </Button>
        )}
      </Group>
      <FormProblem error={close.error ?? checkClosure.error} />
      {affected && <AffectedList affected={affected} />}
    </Stack>
  );
}
