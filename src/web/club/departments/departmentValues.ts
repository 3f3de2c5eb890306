import type { ReactNode } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import type { DepartmentInput, ManagedDepartment } from '#shared/club/departments.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#web/lib/berlinDay.ts';

export type DepartmentFormType = UseFormReturnType<DepartmentInput>;

/** A field that finds a person of a club; people live above departments, so it is given by the page. */
export type PersonField = (props: {
  club: ClubName;
  label: string;
  chosen?: { id: string; name: string };
  error?: ReactNode;
  onChoose: (id: string | null) => void;
}) => ReactNode;

/** The fields of the form; without a department those of a new one. */
export function valuesOf(department?: ManagedDepartment): DepartmentInput {
  const { shortName = '', position = 0, sport = '', costCenter = '', head, deputy, associations = [] } = department?.managed ?? {};
  return {
    name: department?.name ?? '',
    shortName,
    position,
    sport,
    costCenter,
    headPersonId: head?.id ?? null,
    deputyPersonId: deputy?.id ?? null,
    associations,
  };
}

/** Whether a department runs today; its last day counts. */
export function isRunning({ managed: { endedOn } }: ManagedDepartment): boolean {
  return endedOn === null || endedOn >= today();
}

/** "12 Mitglieder, 3 Angebote"; nothing for a department that nobody is in. */
export function contentsOf({ managed: { members, offers } }: ManagedDepartment): string {
  return [counted(members, 'Mitglied', 'Mitglieder'), counted(offers, 'Angebot', 'Angebote')].filter(Boolean).join(', ');
}

/** What the list says about the end. */
export function endOf({ managed: { endedOn } }: ManagedDepartment): string {
  return endedOn ? germanDate(endedOn) : '';
}

/** The numbers at the federations that hold today, with their names: "0071 Turnerbund". */
export function associationsToday({ managed: { associations } }: ManagedDepartment): string[] {
  const day = today();
  const holding = associations.filter(({ validFrom, validTo }) => (validFrom ?? day) <= day && (validTo ?? day) >= day);
  return [...new Set(holding.map(({ no, name }) => [no, name].filter(Boolean).join(' ')))];
}

function counted(count: number, one: string, several: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : several}`;
}
