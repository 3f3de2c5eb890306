import { z } from 'zod';
import { exportLook } from '#shared/kernel/fields.ts';
import type { ManagedCourse } from '../courseShapes.ts';

/** The sort keys of the list of offers and of its file; the list is sorted in the browser. */
export const courseOrders = ['title', 'number', 'department', 'time', 'startsOn', 'places', 'next'] as const;

/** How a file of the list of offers looks: its order, its columns, its format. */
export const courseFile = {
  sort: z.enum(courseOrders).optional(),
  descending: z.stringbool().default(false),
  ...exportLook,
};

type CourseOrder = (typeof courseOrders)[number];

const keyOf: { readonly [order in CourseOrder]: (one: ManagedCourse) => string | number } = {
  title: ({ title }) => title,
  number: ({ number }) => number,
  department: ({ department }) => department ?? '',
  time: ({ slots: [slot] }) => (slot ? `${slot.weekday} ${slot.startTime}` : ''),
  startsOn: ({ startsOn }) => startsOn,
  places: ({ occupied }) => occupied,
  next: ({ nextSession }) => nextSession ?? '',
};

/** Sorts the rows by a key; rows without a value come last, the sort is stable. */
export function inOrder(rows: readonly ManagedCourse[], order: CourseOrder | undefined, isDescending: boolean): readonly ManagedCourse[] {
  if (!order) return rows;
  const read = keyOf[order];
  return rows.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)];
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    const compared = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'de', { numeric: true });
    return isDescending ? -compared : compared;
  });
}
