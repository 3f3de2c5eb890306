import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instantOf } from '#shared/kernel/calendar.ts';
import { show, signIn } from '#test/web/page.tsx';
import type { GridColumn } from './gridPlace.ts';
import { TimeGrid } from './TimeGrid.tsx';

const monday = '2026-11-23';
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(instantOf(monday, '14:03')) }));
afterEach(() => void vi.useRealTimers());

function columnOf(name: string, date = monday): GridColumn {
  const openings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '22:00', validFrom: null, validTo: null }));
  const hall = { id: name, name, units: [{ id: `${name} 1`, label: 'Ganz', retiredOn: null }], gridMinutes: 15, openings };
  return { key: name, title: name, heading: name, hall, date, bookings: [], isBookable: false, whyNot: () => undefined };
}

function open(columns: readonly GridColumn[]): void {
  signIn(null);
  const nothing = () => undefined;
  show(
    <TimeGrid
      columns={columns}
      onOpen={nothing}
      label="Plan"
      work={{ picked: undefined, onPick: nothing, onDraw: nothing, onDrop: nothing, onNew: nothing }}
    />,
  );
}

test('the time of now stands once beside the hours, and its line goes through every hall of today', () => {
  open([columnOf('Halle A'), columnOf('Halle B'), columnOf('Halle C')]);
  expect(screen.getAllByText('14:03')).toHaveLength(1);
  expect(document.querySelectorAll('[data-now-line]')).toHaveLength(3);
});

test('a plan of other days has none', () => {
  open([columnOf('Halle A', '2026-11-24')]);
  expect(screen.queryByText('14:03')).toBeNull();
  expect(document.querySelectorAll('[data-now-line]')).toHaveLength(0);
});
