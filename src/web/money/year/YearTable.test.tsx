import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { Meters } from './Meters.tsx';
import { YearTable } from './YearTable.tsx';

const lines = [
  { sphere: 'purpose' as const, label: 'Kurse', inCents: 70_000, outCents: 0 },
  { sphere: 'business' as const, label: 'Kurse', inCents: 30_000, outCents: 0 },
];
const year = { lines, inCents: 100_000, outCents: 0, surplusCents: 100_000 };
const before = { ...year, lines: lines.slice(0, 1), inCents: 70_000, surplusCents: -500, year: 2025 };
const cellsOf = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('the year before stands beside the year, by sphere', async () => {
  signIn(userOf('admin'));
  const hand = show(<YearTable year={{ ...year, hasSpheres: true }} before={before} />);
  await hand.reads('Einnahmen 2025');
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toContain('Zweckbetrieb');
  expect(cellsOf('Zusammen').at(-2)).toBe('700,00\u00A0€');
  expect(cellsOf('Überschuss').at(-1)).toBe('Fehlbetrag 5,00\u00A0€');
});

test('without spheres each purpose is one line, and without a year before there are no columns for it', async () => {
  signIn(userOf('admin'));
  const hand = show(<YearTable year={{ ...year, hasSpheres: false }} />);
  await hand.reads('Zusammen');
  expect(cellsOf('Kurse')).toEqual(['Kurse', '1.000,00\u00A0€', '']);
  expect(screen.queryByText(/Zweckbetrieb|Ohne Bereich|2025/)).toBeNull();
});

test('each meter says what it counts, how much that is, and the limit', async () => {
  signIn(userOf('admin'));
  const hand = show(<Meters meters={[{ name: 'business', cents: 5_100_000, limitCents: 5_000_000 }]} />);
  await hand.reads(/51\.000,00\s€/);
  const bar = screen.getByRole('progressbar', { name: /§\s64 Abs\.\s3\sAO/ });
  expect(bar.getAttribute('aria-valuenow')).toBe('100');
});
