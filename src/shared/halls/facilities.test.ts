import { expect, test } from 'vitest';
import { checkedFacility, exampleFacility, facilityTarget, partsInWords, type FacilityInput } from './facilities.ts';

/** The fields with errors of a facility with these changes. */
function refused(change: Partial<FacilityInput>): string[] {
  return (checkedFacility.safeParse({ ...exampleFacility, ...change }).error?.issues ?? []).map(({ path }) => path.join('.'));
}

test("a facility is one's own, one of the town, or another club’s", () => {
  expect(facilityTarget('RWA', { managerClub: 'RWA', ownerKind: 'municipality' })).toBe('club');
  expect(facilityTarget('RWA', { managerClub: 'GSV', ownerKind: 'municipality' })).toBe('municipal');
  expect(facilityTarget('RWA', { managerClub: 'SCB', ownerKind: 'club' })).toBe('other');
});

test.each<[keyof FacilityInput, number, number]>([
  ['bufferMinutes', 0, 120],
  ['minMinutes', 5, 720],
  ['maxMinutes', 30, 1440],
  ['leadDays', 0, 365],
  ['maxAdvanceDays', 1, 1200],
  ['capacityPersons', 1, 100_000],
  ['minParticipants', 0, 100_000],
  ['latitude', -90, 90],
  ['longitude', -180, 180],
])('%s lies between %i and %i', (field, least, most) => {
  expect([least, most].map((value) => refused({ [field]: value }))).toEqual([[], []]);
  expect(refused({ [field]: least - 1 })).not.toEqual([]);
  expect(refused({ [field]: most + 1 })).not.toEqual([]);
});

test.each<[string, Partial<FacilityInput>, string[]]>([
  ['nothing amiss', {}, []],
  ['a grid that does not divide the hour', { gridMinutes: 25 }, ['gridMinutes']],
  ['a club as owner without a club', { ownerClub: null }, ['ownerClub']],
  ['a town as owner without a club', { ownerKind: 'municipality', ownerClub: null }, []],
  ['a picture without a text', { image: 'a.jpg' }, ['imageAlt']],
  ['a postcode of four digits', { postcode: '5999' }, ['postcode']],
  ['no postcode', { postcode: '' }, []],
  ['no part', { units: [] }, ['units']],
  ['two parts of one name', { units: ['Teil 1', 'TEIL 1'].map((label) => ({ label, retiredOn: null })) }, ['units']],
])('%s', (_what, change, fields) => expect(refused(change)).toEqual(fields));

test.each<[string, string, string | null, string | null, string[]]>([
  ['08:00', '08:01', null, null, []],
  ['08:00', '08:00', null, null, ['openings.0.closes']],
  ['08:00', '07:59', null, null, ['openings.0.closes']],
  ['08:00', '22:00', '2026-11-22', '2026-11-22', []],
  ['08:00', '22:00', '2026-11-22', '2026-11-21', ['openings.0.validTo']],
  ['08:00', '22:00', '2026-11-22', null, []],
  ['08:00', '22:00', null, '2026-11-21', []],
])('open from %s to %s, from the day %s to %s', (opens, closes, validFrom, validTo, fields) =>
  expect(refused({ openings: [{ weekday: 1, opens, closes, validFrom, validTo }] })).toEqual(fields),
);

test('the units of a hall are listed in its own order, and omitted for the whole hall', () => {
  const units = ['a', 'b', 'c', 'd'].map((id, at) => ({ id, label: `Teil ${at + 1}` }));
  expect(partsInWords(units, ['b'])).toBe('Teil 2');
  expect(partsInWords(units, ['b', 'a'])).toBe('Teil 1 und Teil 2');
  expect(partsInWords(units, ['d', 'b', 'a'])).toBe('Teil 1, Teil 2 und Teil 4');
  expect(partsInWords(units, ['d', 'c', 'b', 'a'])).toBe('');
});
