import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DashboardFigures } from '#shared/office/dashboard/dashboardFigures.ts';
import { show } from '#test/web/page.tsx';
import { SmallFigures } from './SmallFigures.tsx';

type Week = DashboardFigures['weeks'][number];

/** Weeks with these values, oldest first; the last one still runs. */
function weeksOf(values: readonly Partial<Week>[]): Week[] {
  return values.map((one, at) => ({
    monday: `2026-0${5 + Math.floor(at / 4)}-0${(at % 4) + 1}`,
    signUps: 0,
    present: 0,
    absent: 0,
    held: 0,
    joined: 0,
    ...one,
  }));
}

test('each figure says the last full week, its course and the change; one without four weeks of values says its sum', () => {
  const signUps = [10, 10, 10, 10, 14, 1].map((value) => ({ signUps: value, present: 120 - value, held: 3 }));
  show(<SmallFigures weeks={weeksOf(signUps.map((week, at) => ({ ...week, joined: at === 4 ? 2 : 0 })))} />);
  const shown = within(screen.getByRole('list', { name: 'Letzte Woche' })).getAllByRole('listitem');
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'Anmeldungen letzte Woche144 mehr als im Schnitt der Wochen davor',
    'Kurstermine letzte Woche3wie im Schnitt der Wochen davor',
    'Anwesende letzte Woche1064 weniger als im Schnitt der Wochen davor',
    'Eintritte2seit der Woche ab 01.06.2026',
  ]);
  const line = screen.getByRole('img', { name: 'Anmeldungen je Woche, älteste zuerst: 10, 10, 10, 10, 14' });
  // The highest value stands at the top, the last one at the right.
  expect(line.querySelector('polyline')?.getAttribute('points')?.split(' ').at(-1)).toBe('94.0,2.0');
});

test('a club in its first weeks, or one with members joining only, has its sums and no trend; without values there is nothing', () => {
  const { rerender } = render(<SmallFigures weeks={weeksOf([{}, {}, {}, { joined: 4 }, { joined: 9 }, { joined: 3 }])} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Eintritte16seit der Woche ab 04.05.2026']);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<SmallFigures weeks={weeksOf([{}, {}, {}])} />);
  expect(screen.queryByRole('list')).toBeNull();
});
