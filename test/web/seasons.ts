import { defaultSeasonRules } from '../../src/shared/halls/seasons/seasonRules.ts';
import type { Season } from '../../src/shared/halls/seasons/seasons.ts';

/** A round of halls that is open for wishes, with one hall that is given on Wednesdays. */
export function seasonOf(changes: Partial<Season> = {}): Season {
  return {
    id: '6a0d1f8e-3f0c-4d7d-9a01-000000000001',
    managerClub: 'GSV',
    name: 'Winter 2027/28',
    startsOn: '2027-10-01',
    endsOn: '2028-03-31',
    wishesFrom: '2027-03-01T23:00:00.000Z',
    wishesUntil: '2027-04-30T21:59:00.000Z',
    objectionsUntil: null,
    phase: 'open',
    criteria: 'Jugend geht vor.',
    instruction: '',
    rules: defaultSeasonRules,
    holidayMode: 'skip_both',
    stepMinutes: 30,
    facilities: [
      {
        facilityId: '6a0d1f8e-3f0c-4d7d-9a01-000000000002',
        name: 'Nordhalle',
        units: [],
        bufferMinutes: 0,
        held: [],
        windows: [{ weekday: 3, opens: '15:00', closes: '22:00', onlyClass: null }],
      },
    ],
    isManaged: true,
    isAccepting: true,
    published: { done: 0, of: 0 },
    isHeld: false,
    version: 7,
    ...changes,
  };
}
