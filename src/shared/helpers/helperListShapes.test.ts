import { expect, test } from 'vitest';
import { shiftInput } from './helperListShapes.ts';

const shift = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  task: 'Grillen',
  startsAt: '2026-07-04T18:00:00Z',
  needed: 2,
};

test.each([
  ['2026-07-04T18:00:00Z', false],
  ['2026-07-04T17:59:00Z', false],
  ['2026-07-04T18:01:00Z', true],
  ['2026-07-05T02:00:00Z', true],
  ['2026-07-05T18:00:00Z', true],
  ['2026-07-05T18:01:00Z', false],
])('a shift from 18:00 on may end at %s: %s', (endsAt, may) => {
  const { error } = shiftInput.safeParse({ ...shift, endsAt });
  expect(error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(may ? [] : ['endsAt']);
});
