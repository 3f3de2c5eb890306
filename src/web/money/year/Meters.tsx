import { Progress, Text } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import type { YearMeter } from '#shared/money/books/contract.ts';
import { yearMeterNames } from '#shared/money/books/words.ts';
import classes from './year.module.css';

/** How far the income of a year has come towards limits of tax law; what follows from that is not said. */
export function Meters({ meters }: { meters: readonly YearMeter[] }) {
  return (
    <div className={classes['meters']}>
      {meters.map(({ name, cents, limitCents }) => (
        <div key={name}>
          <Text size="sm">
            {yearMeterNames[name]}: <strong>{euros(cents)}</strong> von {euros(limitCents)}
          </Text>
          <Progress
            value={Math.min(100, Math.max(0, (cents / limitCents) * 100))}
            size="md"
            aria-label={`${yearMeterNames[name]}: Anteil an der Grenze`}
            color={cents > limitCents ? 'waiting' : 'gray'}
          />
        </div>
      ))}
      <Text size="sm" c="dimmed">
        Gezählt ist, was oben als Einnahme steht. Was daraus folgt, sagt Ihre Steuerberatung.
      </Text>
    </div>
  );
}
