import { z } from 'zod';
import { exportLook } from '#shared/kernel/fields.ts';
import type { ManagedCourse } from '../courseShapes.ts';

/** The sort keys of the list of offers and its export; the list is sorted in the browser. */
export const courseOrders = ['title', 'number', 'department', 'time', 'startsOn', 'places', 'next'] as const;

/** The options of the export of the list of offers: its order, columns and format. */
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

/** Sorts the rows by a key, stably; rows without a value come last. */
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
