import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import classes from '../mandates/mandates.module.css';
import { ruleChangesQuery } from './queries.ts';

/** Members to whom another rule will apply in the next twelve months, mostly because of age. */
export function RuleChanges({ club }: { club: ClubName }) {
  const { data = [] } = useQuery(ruleChangesQuery(club));
  if (data.length === 0) return null;
  const words = data.length === 1 ? 'Ein Mitglied wechselt' : `${data.length} Mitglieder wechseln`;
  return (
    <Disclosure title={`${words} in den nächsten zwölf Monaten die Regel`} onPaper="hidden">
      <Stack gap="xs" mt="xs">
        {data.map(({ memberId, name, from, oldLabel, oldCents, newLabel, newCents }) => (
          <div key={`${memberId} ${from}`} className={classes['row']}>
            <strong>{name}</strong>
            <span>
              ab {germanDate(from)}: {newLabel}, {euros(newCents)}
            </span>
            <span className={classes['quiet']}>
              bisher {oldLabel}, {euros(oldCents)}
            </span>
          </div>
        ))}
      </Stack>
    </Disclosure>
  );
}
