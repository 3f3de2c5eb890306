import { expect, test } from 'vitest';
import { germanFile, wordOfKey } from './germanFile.ts';

const fileOf = (title: string, row: object) =>
  germanFile({ exportedAt: '2026-11-24T08:00:00.000Z', club: 'RWA', name: 'Mia Muster', parts: [{ title, rows: [{ ...row }] }] });
const rowOf = (title: string, row: object) => {
  const { Angaben: parts } = fileOf(title, row) as { Angaben: { Einträge: object[] }[] };
  return parts[0]?.Einträge[0];
};

test('the file and its rows have German keys, codes are words, sums are marked as cents, days are unchanged', () => {
  expect(fileOf('Anmeldungen', { state: 'confirmed', price_cents: 3000, registered_at: '2026-11-20T08:00:00.000Z' })).toEqual({
    'Erstellt am': '2026-11-24T08:00:00.000Z',
    Verein: 'RWA',
    Name: 'Mia Muster',
    Angaben: [
      { Bereich: 'Anmeldungen', Einträge: [{ Stand: 'angemeldet', 'Preis in Cent': 3000, 'Angemeldet am': '2026-11-20T08:00:00.000Z' }] },
    ],
  });
});

test('nested keys have German names as well, in any spelling', () => {
  expect(rowOf('Aufnahmeanträge', { details: { houseNo: '7', departmentIds: ['x'], firebaseUserID: 'y' } })).toEqual({
    Einzelheiten: { Hausnummer: '7', 'Kennungen der Abteilungen': ['x'], 'Kennung des Kontos': 'y' },
  });
});

test('of two columns with one name none is lost, and a key without a German name keeps its own', () => {
  expect(rowOf('Dateien', { createdAt: '2026-01-01', created_at: '2026-01-02', unknown: 1 })).toEqual({
    'Angelegt am': '2026-01-01',
    'Angelegt am (created_at)': '2026-01-02',
    unknown: 1,
  });
  expect(wordOfKey('unknown')).toBeUndefined();
});
