import { expect, test } from 'vitest';
import { courseFaults, courseFields, type CourseFields } from './courseShapes.ts';

const fine: CourseFields = courseFields.parse({ kind: 'course', title: 'Yoga', startsOn: '2027-01-11', endsOn: '2027-03-29' });
const at = (hour: number) => `2027-01-04T${String(hour).padStart(2, '0')}:00:00.000Z`;
const group = { kind: 'permanent', endsOn: null } as const;

test('a consistent course has no error', () => {
  expect(courseFaults(fine)).toEqual([]);
});

test.each<[string, Partial<CourseFields>, string]>([
  ['the highest age below the lowest', { ageMin: 12, ageMax: 11 }, 'ageMax'],
  ['fewer seats than the least', { placesMin: 8, placesMax: 7 }, 'placesMax'],
  ['more seats kept back than there are', { placesMax: 8, placesReserved: 9 }, 'placesReserved'],
  ['a picture without a text', { image: 'RWA/public/courses/a.jpg' }, 'imageAlt'],
  ['an end before the beginning', { endsOn: '2027-01-10' }, 'endsOn'],
  ['members before those who were there', { returningFrom: at(9), memberFrom: at(8) }, 'memberFrom'],
  ['everybody before the members', { memberFrom: at(9), publicFrom: at(8) }, 'publicFrom'],
  ['a deadline before everybody may', { publicFrom: at(9), closesAt: at(8) }, 'closesAt'],
  ['a deadline before members may, where nobody else may', { memberFrom: at(9), closesAt: at(8) }, 'closesAt'],
  ['five weeks of notice', { ...group, noticeAmount: 5, noticeUnit: 'week' }, 'noticeAmount'],
  ['two months of notice', { ...group, noticeAmount: 2, noticeUnit: 'month' }, 'noticeAmount'],
  ['a price group twice', { prices: [1, 2].map((cents) => ({ category: 'member' as const, cents, per: 'course' as const })) }, 'prices'],
  [
    'a person twice',
    {
      trainers: (['lead', 'helper'] as const).map((role) => ({ personId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', role, isPublic: true })),
    },
    'trainers',
  ],
])('%s is an error, at its field', (_what, changes, path) => {
  expect(courseFaults({ ...fine, ...changes }).map((fault) => fault.path)).toEqual([path]);
});

test.each<[string, Partial<CourseFields>]>([
  ['one age alone', { ageMin: 12, ageMax: 12 }],
  ['as many seats as the least', { placesMin: 8, placesMax: 8 }],
  ['all seats kept back', { placesMax: 8, placesReserved: 8 }],
  ['one day', { endsOn: '2027-01-11' }],
  ['everybody at the same hour', { returningFrom: at(9), memberFrom: at(9), publicFrom: at(9), closesAt: at(9) }],
  ['four weeks of notice', { ...group, noticeAmount: 4, noticeUnit: 'week' }],
  ['a month of notice', { ...group, noticeAmount: 1, noticeUnit: 'month' }],
  ['a long notice among members', { ...group, isMembersOnly: true, noticeAmount: 12, noticeUnit: 'month' }],
  ['a long notice where it means nothing', { noticeAmount: 12, noticeUnit: 'month' }],
  ['an age without an upper bound', { ageMin: 60 }],
  ['a least number of people without a limit of seats', { placesMin: 8 }],
])('%s is no error', (_what, changes) => {
  expect(courseFaults({ ...fine, ...changes })).toEqual([]);
});
