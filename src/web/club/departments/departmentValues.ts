import type { ReactNode } from 'react';
import type { UseFormReturnType } from '@mantine/form';
import type { DepartmentInput, ManagedDepartment } from '#shared/club/departments.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#web/lib/berlinDay.ts';

export type DepartmentFormType = UseFormReturnType<DepartmentInput>;

/** A field that selects a person of a club; `people` is a higher wing, so the page passes it in. */
export type PersonField = (props: {
  club: ClubName;
  label: string;
  chosen?: { id: string; name: string };
  error?: ReactNode;
  onChoose: (id: string | null) => void;
}) => ReactNode;

/** The values of a department, or of a new one. */
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

/** Whether a department is active today; its last day counts. */
export function isRunning({ managed: { endedOn } }: ManagedDepartment): boolean {
  return endedOn === null || endedOn >= today();
}

/** "12 Mitglieder, 3 Angebote"; empty for a department without either. */
export function contentsOf({ managed: { members, offers } }: ManagedDepartment): string {
  return [counted(members, 'Mitglied', 'Mitglieder'), counted(offers, 'Angebot', 'Angebote')].filter(Boolean).join(', ');
}

/** The text about a department's end. */
export function endOf({ managed: { endedOn } }: ManagedDepartment): string {
  return endedOn ? germanDate(endedOn) : '';
}

/** The current federation numbers with their names: "0071 Turnerbund". */
export function associationsToday({ managed: { associations } }: ManagedDepartment): string[] {
  const day = today();
  const holding = associations.filter(({ validFrom, validTo }) => (validFrom ?? day) <= day && (validTo ?? day) >= day);
  return [...new Set(holding.map(({ no, name }) => [no, name].filter(Boolean).join(' ')))];
}

function counted(count: number, one: string, several: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : several}`;
}
