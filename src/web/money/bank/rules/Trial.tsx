import { List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { BankConditions } from '#shared/money/bankRules/fit.ts';
import { ruleTrialQuery } from './queries.ts';

/** What the rule would have matched in the last twelve months, to avoid rules that match too much. */
export function Trial({ conditions }: { conditions: BankConditions }) {
  const { direction, nameContains, purposeContains, accountKey, centsFrom, centsTo } = conditions;
  const [typed] = useDebouncedValue(JSON.stringify({ direction, nameContains, purposeContains, accountKey, centsFrom, centsTo }), 300);
  const { data, error } = useQuery(ruleTrialQuery(JSON.parse(typed)));
  if (error || !data)
    return (
      <Text size="sm" c="dimmed">
        Sobald Name oder Verwendungszweck stehen, sehen Sie hier, was die Regel in den letzten zwölf Monaten getroffen hätte.
      </Text>
    );
  return (
    <div>
      <Text size="sm" component="output" display="block">
        {data.count === 0
          ? 'In den letzten zwölf Monaten hätte die Regel nichts getroffen.'
          : `In den letzten zwölf Monaten: ${data.count === 1 ? '1 Zeile' : `${data.count} Zeilen`}, zusammen ${euros(data.cents)}.`}
      </Text>
      {data.lines.length > 0 && (
        <List size="sm" c="dimmed">
          {data.lines.map(({ id, day, name, purpose, cents }) => (
            <List.Item key={id}>
              {germanDate(day)}: {name || 'ohne Namen'}, {purpose.slice(0, 80)}, {euros(cents)}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
