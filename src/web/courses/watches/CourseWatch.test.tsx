import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { candidateOf } from '#test/web/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { candidatesQuery } from '../offers/queries.ts';
import { CourseWatch } from './CourseWatch.tsx';

afterEach(() => sessionStorage.clear());

const course = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  visibility: 'public',
  registration: 'open',
  hasRegistration: true,
  phase: { kind: 'waitlist', text: 'Ausgebucht', action: 'waitlist' },
} as CoursePage;
const waiting = 'Nicht warten, nur Bescheid bekommen';

const personOf = (state: Candidate['state'], action: Candidate['phase']['action'] = 'waitlist', reasons: string[] = []) =>
  candidateOf({ personId: crypto.randomUUID(), state, reasons, phase: { ...course.phase, action } });

/** Shows that the family is known. */
function Known() {
  return useQuery(candidatesQuery({ of: 'course', id: course.id })).data && <p>Alle da</p>;
}

/** What the browser of a guest keeps of a sign-up that waits for its confirmation. */
const hold = (waits: boolean, minutes = 20) =>
  sessionStorage.setItem(`guest.${course.id}`, JSON.stringify({ input: {}, heldUntil: Date.now() + minutes * 60_000, waits }));

test('a visitor of a full course may wait or only be told', async () => {
  signIn(null);
  await show(<CourseWatch course={course} />).reads(waiting);
});

test.each([
  ['holds the last seat', false],
  ['just went onto the waiting list', true],
])('a guest who %s is not asked for another way', (_, waits) => {
  signIn(null);
  hold(waits);
  show(<CourseWatch course={course} />);
  expect(document.body.textContent).not.toContain(waiting);
});

test('once the seat is no longer held, it is offered again', async () => {
  signIn(null);
  hold(false, -1);
  await show(<CourseWatch course={course} />).reads(waiting);
});

test.each([
  ['one child has a seat and another one has not', [personOf('confirmed'), personOf(null)]],
  ['nobody is entered yet', []],
  ['nobody of the family may come', [personOf(null, 'none', ['Nur ab 8 Jahren.'])]],
])('with an account it is offered while %s', async (_, people) => {
  signIn(userOf('reader')).on(enrolmentsContract.candidates, people);
  await show(<CourseWatch course={course} />).reads(waiting);
});

test.each([
  ['whose only member has the last seat', [personOf('confirmed')]],
  ['that waits, and of which nobody else may come', [personOf('waitlisted'), personOf(null, 'none', ['Nur ab 8 Jahren.'])]],
  ['for whom a seat is free', [personOf(null, 'register')]],
])('it is not offered to a family %s', async (_, people) => {
  signIn(userOf('reader')).on(enrolmentsContract.candidates, people);
  const hand = show(
    <>
      <Known />
      <CourseWatch course={course} />
    </>,
  );
  await hand.reads('Alle da');
  expect(document.body.textContent).not.toContain(waiting);
});
