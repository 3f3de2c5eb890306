import type { ClubName } from '#shared/kernel/clubs.ts';
import { priorityOf } from '#shared/halls/bookingStates.ts';
import { countByDepartment, holdDepartments, requireRunning, type DepartmentUse } from '#server/club/departments/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import type { BookingRow } from './occupancy.ts';
import { booking } from './table.ts';

/** The purpose of a booking, as its author states it. */
export type Purpose = Pick<
  BookingRow,
  'title' | 'kind' | 'ageGroup' | 'expectedParticipants' | 'message' | 'contactPerson' | 'contactPhone' | 'departmentId'
>;

/** The purpose of a booking in the columns of its row. */
export function purposeOf({ title, kind, ageGroup, expectedParticipants, message, contactPerson, contactPhone, departmentId }: Purpose) {
  return {
    title,
    kind,
    ageGroup,
    expectedParticipants,
    message,
    contactPerson,
    contactPhone,
    departmentId,
    priority: priorityOf(kind, ageGroup),
  };
}

type Named = { departmentId: string | null };

/** Throws for a department of another club or one that has ended; the current one may stay. Organisations without an account have none. */
export async function requireDepartment(
  tx: Transaction,
  club: ClubName | null,
  { departmentId }: Named,
  before: Named = { departmentId: null },
): Promise<void> {
  if (departmentId === null) return;
  if (club === null) throw fieldProblem('departmentId', 'Eine Abteilung gibt es nur bei Gruppen eines Vereins mit Konto.');
  if (departmentId === before.departmentId) await holdDepartments(tx, club, [departmentId], 'departmentId');
  else await requireRunning(tx, club, [departmentId], 'departmentId');
}

/** Bookings that refer to a department: it cannot be deleted. */
export const bookingsOfDepartments: DepartmentUse = {
  words: ['Hallenbuchung', 'Hallenbuchungen'],
  count: (tx, departmentIds) => countByDepartment(tx, booking, departmentIds),
};
