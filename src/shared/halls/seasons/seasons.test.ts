import { expect, test } from 'vitest';
import { seasonInput } from './seasons.ts';

const season = {
  name: 'Winter 2027/28',
  startsOn: '2027-10-01',
  endsOn: '2028-03-31',
  wishesFrom: '2027-05-01T06:00:00Z',
  wishesUntil: '2027-06-30T21:59:00Z',
};

const windowsOf = (...windows: [opens: string, closes: string][]) => ({
  facilities: [
    {
      facilityId: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
      windows: windows.map(([opens, closes]) => ({ weekday: 1, opens, closes })),
    },
  ],
});

test.each<[object, string[]]>([
  [{}, []],
  [{ endsOn: '2027-10-01' }, []],
  [{ endsOn: '2027-09-30' }, ['endsOn']],
  [{ endsOn: '2028-11-04' }, []],
  [{ endsOn: '2028-11-05' }, ['endsOn']],
  [{ wishesUntil: '2027-05-01T06:00:00Z' }, ['wishesUntil']],
  [{ wishesUntil: '2027-05-01T06:00:01Z' }, []],
  [{ wishesUntil: '2027-09-30T21:59:00Z' }, []],
  [{ wishesUntil: '2027-09-30T22:00:00Z' }, ['wishesUntil']],
  [
    { facilities: [{ facilityId: '9d7a8a31-5b7c-4c57-8d0f-000000000001', windows: [{ weekday: 1, opens: '16:00', closes: '16:00' }] }] },
    ['facilities.0.windows.0.closes'],
  ],
  [windowsOf(['16:00', '18:00'], ['18:00', '20:00']), []],
  [windowsOf(['16:00', '18:00'], ['17:30', '20:00']), ['facilities.0.windows.1.weekday']],
])('a season with %o is refused: %o', (change, fields) => {
  expect(seasonInput.safeParse({ ...season, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(fields);
});
