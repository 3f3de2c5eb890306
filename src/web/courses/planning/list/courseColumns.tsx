import { Stack, Text } from '@mantine/core';
import { courseStatusNames, courseSets } from '#shared/courses/courseStates.ts';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { slotInWords } from '#shared/courses/courseText.ts';
import { courseKindNames } from '#shared/courses/courseWords.ts';
import { euros } from '#shared/kernel/money.ts';
import { formatDate, formatDay } from '#web/lib/format.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { CourseTitle } from '../CourseTitle.tsx';
import classes from './tools.module.css';

/** The columns of the list of offers. */
export const courseColumns: Column<ManagedCourse>[] = [
  { name: 'title', label: 'Angebot', sort: 'title', isName: true, cell: (one) => <CourseTitle course={one} /> },
  { name: 'number', label: 'Nummer', sort: 'number', isOneLine: true, cell: ({ number }) => number },
  { name: 'kind', label: 'Art', isHiddenAtFirst: true, cell: ({ kind }) => courseKindNames[kind] },
  { name: 'department', label: 'Abteilung', sort: 'department', isHiddenAtFirst: true, cell: ({ department }) => department ?? '–' },
  { name: 'slots', label: 'Zeit', sort: 'time', cell: ({ slots }) => <Slots of={slots} /> },
  { name: 'place', label: 'Ort', isHiddenAtFirst: true, cell: ({ place }) => place || '–' },
  {
    name: 'startsOn',
    label: 'Beginn',
    sort: 'startsOn',
    isOneLine: true,
    isHiddenAtFirst: true,
    cell: ({ startsOn }) => formatDate(startsOn),
  },
  { name: 'leaders', label: 'Leitung', isHiddenAtFirst: true, cell: ({ leaders }) => leaders.join(', ') || '–' },
  { name: 'price', label: 'Preis ab', isNumber: true, isOneLine: true, isHiddenAtFirst: true, cell: priceOf },
  { name: 'places', label: 'Plätze', sort: 'places', isOneLine: true, cell: (one) => seatsOf(one) },
  {
    name: 'status',
    label: 'Status',
    isOneLine: true,
    cell: ({ status }) => <StateMark tone={toneOf(status)}>{courseStatusNames[status]}</StateMark>,
  },
  {
    name: 'next',
    label: 'Nächster',
    sort: 'next',
    isOneLine: true,
    cell: ({ nextSession }) => (nextSession ? formatDay(nextSession) : '–'),
  },
];

/** An offer on a phone. */
export function CourseCard({ course }: { course: ManagedCourse }) {
  return (
    <Stack gap={2}>
      <CourseTitle course={course} />
      <Text size="sm">{course.slots.map(slotInWords).join(', ')}</Text>
      {course.nextSession && <Text size="sm">Nächster Termin: {formatDay(course.nextSession)}</Text>}
      <Text size="sm">{seatsOf(course)}</Text>
      <StateMark tone={toneOf(course.status)}>{courseStatusNames[course.status]}</StateMark>
    </Stack>
  );
}

function seatsOf({ occupied, placesMax, waiting }: ManagedCourse): string {
  const places = placesMax === null ? `${occupied} angemeldet` : `${occupied} von ${placesMax}`;
  return waiting > 0 ? `${places}, ${waiting} warten` : places;
}

function toneOf(status: ManagedCourse['status']): 'good' | 'quiet' | 'bad' | 'waiting' {
  if (courseSets.open.includes(status)) return 'good';
  if (status === 'cancelled') return 'bad';
  return courseSets.waiting.includes(status) ? 'waiting' : 'quiet';
}

/** Each weekly time on its own line. */
function Slots({ of }: { of: ManagedCourse['slots'] }) {
  if (of.length === 0) return '–';
  return of.map((slot) => (
    <span key={slotInWords(slot)} className={classes['slot']}>
      {slotInWords(slot)}
    </span>
  ));
}

function priceOf({ priceFromCents }: ManagedCourse): string {
  return priceFromCents === null ? '–' : euros(priceFromCents);
}
