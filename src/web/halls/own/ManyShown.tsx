import { Button, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Booking } from '../bookings/queries.ts';
import { typedFrom } from '../parts/manyDays.ts';
import { chosenWords } from './chosen.ts';
import type { BookingGroup } from './groups.ts';

type ManyShownProps = {
  groups: readonly BookingGroup[];
  /** The permission for the action. */ may: Booking['may'][number];
  label: string;
  /** Renders the dialog for these bookings, sorted by day. */ renderDialog: (hours: readonly Booking[], onClose: () => void) => ReactNode;
};

/** A bulk action on the shown bookings; hidden for a single one. */
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

/** Lists and counts the selection; many have to be confirmed by typing the number. */
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
