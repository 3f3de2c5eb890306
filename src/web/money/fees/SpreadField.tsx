import { Checkbox } from '@mantine/core';
import type { ComponentProps } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { partDueOn } from '#shared/money/fees/feeMonths.ts';

type SpreadFieldProps = {
  /** The days on which instalments are due if each has its own. */ days: readonly string[];
  /** The number of members who pay by instalments. */ several: number;
  input: Pick<ComponentProps<typeof Checkbox>, 'checked' | 'onChange'>;
};

/** Whether each instalment is due on its own day; shown only if there are several. */
export function SpreadField({ days, several, input }: SpreadFieldProps) {
  if (days.length < 2) return null;
  return (
    <Checkbox
      className="no-print"
      label="Jede Rate an ihrem eigenen Tag fällig"
      description={`${several === 1 ? 'Ein Mitglied zahlt' : `${several.toLocaleString('de-DE')} Mitglieder zahlen`} in Raten: ${days.map(germanDate).join(', ')}. Sonst sind alle am ersten Tag fällig.`}
      {...input}
    />
  );
}

/** The days on which instalments are due, the first one included; none while the day is not filled in. */
export function daysOf(dueOn: string, parts: readonly string[]): string[] {
  if (!localDate.safeParse(dueOn).success) return [];
  return [...new Set([dueOn, ...parts.map((from) => partDueOn(dueOn, from))])];
}
