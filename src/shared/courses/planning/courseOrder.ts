import type { ManagedCourse } from '../courseShapes.ts';

/** What the list of offers can be sorted by; all of it is loaded. A file of it stands in the same order. */
export const courseOrders = ['title', 'number', 'department', 'time', 'startsOn', 'places', 'next'] as const;

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

/** The rows by one of their facts; those without it come last, and those that are alike stay as they came. */
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
