import { Select } from '@mantine/core';
import { chargeSourceNames, chargeSources } from '#shared/money/chargeWords.ts';
import { AccountChoice } from '#web/club/parts/AccountChoice.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';

type Source = (typeof chargeSources)[number];
/** The scope of a run; by default everything due by its day. */
export type Chosen = {
  collectionDate?: string | undefined;
  dueUntil?: string | undefined;
  source?: Source | undefined;
  accountId?: string | undefined;
};

type ChoiceFieldsProps = {
  value: Chosen;
  /** The effective day if none was chosen. */ day: string;
  earliest: string;
  onChange: (next: Chosen) => void;
};

// Refunds are not debits.
const sources = chargeSources.filter((source) => source !== 'refund').map((value) => ({ value, label: chargeSourceNames[value] }));

/** The collection date, the latest due date, and the kinds of charges. */
export function ChoiceFields({ value, day, earliest, onChange }: ChoiceFieldsProps) {
  return (
    <>
      <DayField
        label="Einzug am"
        hasVisibleLabel
        value={day}
        min={earliest}
        onChange={(collectionDate) => onChange({ ...value, collectionDate })}
      />
      <DayField
        label="Nur was fällig ist bis"
        hasVisibleLabel
        value={value.dueUntil}
        max={day}
        onChange={(dueUntil) => onChange({ ...value, dueUntil })}
      />
      <Select
        label="Was"
        placeholder="Alles"
        data={sources}
        value={value.source ?? null}
        onChange={(source) => onChange({ ...value, source: chargeSources.find((one) => one === source) })}
        clearable
        clearButtonProps={{ 'aria-label': 'Alles einziehen' }}
        w={240}
      />
      <AccountChoice
        label="Auf das Konto"
        use="isCollect"
        value={value.accountId}
        onChange={(accountId) => onChange({ ...value, accountId })}
      />
    </>
  );
}
