import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import type { Facility } from '#shared/halls/facilities.ts';
import { dayRuleKindNames } from '#shared/halls/holidays.ts';
import { today } from '#web/lib/berlinDay.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { ClosureAfter } from './ClosureAfter.tsx';
import { ClosureForm } from './ClosureForm.tsx';
import classes from '../facilities/facilities.module.css';
import { dayRulesQuery, useFacilityMutations } from '../facilities/queries.ts';
import { closing, useCalendarChange } from './useCalendarChange.tsx';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

/** The closures of a facility; a new one shows the affected bookings and alternatives before it is saved. */
export function ClosurePart({ facility, mayClose }: { facility: Facility; mayClose: boolean }) {
  const from = today();
  const query = useQuery(dayRulesQuery(from, addDays(from, 500), facility.id));
  const { data, dataUpdatedAt } = query;
  const { deleteRule, notifyClosure } = useFacilityMutations();
  const { ask, dialog } = useCalendarChange();
  const remove = (id: string) =>
    ask({
      replaces: id,
      rules: [],
      save: (dates, onSaved) => deleteRule.mutate({ id, dates }, closing(onSaved)),
    });
  const tell = (id: string, isAgain: boolean) =>
    notifyClosure.mutate({ id, isAgain }, { onSuccess: ({ clubs, mails }) => notify(notifiedWords(clubs, mails)), onError: notifyProblem });
  return (
    <Stack>
      {dialog}
      {mayClose && <ClosureForm facility={facility} />}
      <LostParts of={[['Sperrzeiten und Ferien', query]]} />
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
                  <Button variant="outline" color="danger" onClick={() => remove(rule.id)}>
                    Sperrzeit löschen
                  </Button>
                </Group>
                <ClosureAfter id={rule.id} listReadAt={dataUpdatedAt} onNotifyAgain={() => tell(rule.id, true)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function notifiedWords(clubs: number, mails: number): string {
  return `${clubs === 1 ? 'Ein Verein' : `${clubs} Vereine`} benachrichtigt (${mails === 1 ? 'eine Mail' : `${mails} Mails`}).`;
}
