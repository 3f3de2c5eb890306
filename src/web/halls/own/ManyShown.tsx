import { Button, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Booking } from '../bookings/queries.ts';
import { typedFrom } from '../parts/manyDays.ts';
import { chosenWords } from './chosen.ts';
import type { BookingGroup } from './groups.ts';

type ManyShownProps = {
  groups: readonly BookingGroup[];
  /** What is done to all of them. */ may: Booking['may'][number];
  label: string;
  /** What asks for which of these hours, in the order of their days. */ renderDialog: (
    hours: readonly Booking[],
    onClose: () => void,
  ) => ReactNode;
};

/** A button for what can be done to many of the hours that are shown at once; for a single one it is not there. */
export function ManyShown({ groups, may, label, renderDialog }: ManyShownProps) {
  const [isOpen, setOpen] = useState(false);
  const hours = groups
    .flatMap(({ dates }) => dates)
    .filter((one) => one.may.includes(may))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (hours.length < 2 && !isOpen) return null;
  return (
    <>
      <Button className="no-print" variant="default" mb="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && renderDialog(hours, () => setOpen(false))}
    </>
  );
}

type ChosenHoursProps = { chosen: readonly Booking[]; words: readonly [one: string, many: string]; typed: TextInputProps };

/** Names and counts what was chosen; of many the number is typed. */
export function ChosenHours({ chosen, words, typed }: ChosenHoursProps) {
  return (
    <>
      {chosen.length > 0 && <Text size="sm">{chosenWords(chosen, words)}</Text>}
      {chosen.length > typedFrom && (
        <TextInput label={`Das sind viele. Zur Bestätigung die Zahl ${chosen.length} eingeben`} inputMode="numeric" {...typed} />
      )}
    </>
  );
}
