import { Alert, Group, Progress, Text } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import { allowanceKindNames, allowanceWarning, usedCents, usedPercent, type AllowanceUse } from '#shared/people/trainers/allowances.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './allowance.module.css';

type AllowanceBarProps = {
  use: AllowanceUse;
  /** An amount to be added. */ addedCents?: number;
};

/** The used share of a year's tax-free allowance, by source. */
export function AllowanceBar({ use, addedCents = 0 }: AllowanceBarProps) {
  const percent = usedPercent(use, addedCents);
  const parts = [
    use.otherClubsCents > 0 && `${euros(use.otherClubsCents)} aus anderen Vereinen dieses Portals`,
    use.elsewhereCents > 0 && `${euros(use.elsewhereCents)} nach eigener Erklärung anderswo`,
  ].filter(Boolean);
  return (
    <div className={classes['bar']}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {allowanceKindNames[use.kind]} {use.year}
        </Text>
        <Text size="sm">
          {euros(usedCents(use, addedCents))} von {euros(use.limitCents)} ({percent.toLocaleString('de-DE')} %)
        </Text>
      </Group>
      <Progress
        value={Math.min(100, percent)}
        color={percent >= 100 ? 'danger' : undefined}
        aria-label={`${allowanceKindNames[use.kind]} ${use.year}: ${percent} Prozent verbraucht`}
      />
      {parts.length > 0 && (
        <Text size="sm" c="dimmed">
          Davon {parts.join(' und ')}.
        </Text>
      )}
    </div>
  );
}

/** A warning before a sheet is approved: the allowance is nearly used up, or exceeded. */
export function AllowanceNote({ use, addedCents }: Required<AllowanceBarProps>) {
  const warning = allowanceWarning(use, addedCents);
  if (!warning) return null;
  const over = usedCents(use, addedCents) - use.limitCents;
  const title = warning === 'near' ? 'Der Freibetrag ist bald verbraucht' : 'Der Freibetrag ist verbraucht';
  const text =
    over > 0
      ? `Mit diesem Nachweis sind es ${euros(over)} mehr als der Freibetrag. Was darüber liegt, ist steuerpflichtig und kann Sozialabgaben auslösen.`
      : `Mit diesem Nachweis bleiben ${euros(-over)} für den Rest des Jahres ${use.year}.`;
  return (
    <Alert variant="default" icon={<Icon name="alert-triangle" />} title={title}>
      {text}
    </Alert>
  );
}
