import { isMinor } from '#shared/kernel/age.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { OwnPerson } from './people.ts';

/** An emergency contact that the family has already given, and whose it is. */
export type KnownEmergency = { name: string; phone: string; of: string };

/**
 * The emergency contact to propose for a child without one: that of the same child in another club, otherwise that of another child of the
 * account. The family confirms it by sending the form; nothing is copied by itself.
 */
export function knownEmergency(
  own: readonly OwnPerson[],
  child: Pick<OwnPerson, 'firstname' | 'lastname' | 'birthDate'> | undefined,
  day: LocalDate,
): KnownEmergency | undefined {
  const children = own.filter(({ birthDate, emergencyContactPhone }) => isMinor(birthDate, day) && emergencyContactPhone);
  const keyOf = ({ firstname, lastname, birthDate }: NonNullable<typeof child>) => [firstname, lastname, birthDate].join('|').toLowerCase();
  const found = (child && children.find((one) => keyOf(one) === keyOf(child))) ?? children[0];
  return found && { name: found.emergencyContactName, phone: found.emergencyContactPhone, of: found.firstname };
}
