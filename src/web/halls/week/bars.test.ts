import { expect, test } from 'vitest';
import type { Booking } from '../bookings/queries.ts';
import { barOf, layerOf, shortWords } from './bars.ts';

const hour = (holder: string, from: string, to: string, more: Partial<Booking> = {}) =>
  ({
    holder,
    club: 'GSV',
    state: 'approved',
    unitIds: ['one'],
    date: '2026-11-24',
    startsAt: `2026-11-24T${from}:00.000Z`,
    endsAt: `2026-11-24T${to}:00.000Z`,
    ...more,
  }) as Booking;

test('the hours of the clubs differ by pattern, not only by hue', () => {
  const layers = (['RWA', 'SCB', 'GSV'] as const).map((club) => layerOf({ holder: club, club, state: 'approved' }));
  expect(new Set(layers.map((layer) => layer.replaceAll(/--plan-\d+/g, 'hue')))).toHaveProperty('size', 3);
});

test('each hour has its position in the bar of its unit: from 7 to 23, in order', () => {
  // 16:00 to 18:00 and 18:00 to 23:00 in Berlin; the third one is in another part, the fourth one before the bar begins.
  const bookings = [
    hour('SCB', '17:00', '22:00'),
    hour('RWA', '15:00', '17:00'),
    hour('RWA', '15:00', '17:00', { unitIds: ['two'] }),
    hour('RWA', '04:00', '05:00'),
  ];
  const bar = barOf(bookings, 'one', '2026-11-24');
  expect(bar.backgroundSize).toBe('calc(12.5% - 1px) 100%, calc(31.25% - 1px) 100%');
  // In percent of the space beside the block: 9 of 14 hours, and all of it.
  expect(bar.backgroundPosition).toBe('64.29% 0, 100% 0');
  expect(barOf([], 'one', '2026-11-24').backgroundImage).toBe('none');
  expect(barOf([hour('RWA', '06:00', '22:00')], 'one', '2026-11-24')).toMatchObject({ backgroundPosition: '0% 0' });
});

test('below the bars are the holders, in the order of the day and each once', () => {
  const shorts = new Map([
    ['RWA', 'RWA'],
    ['Volkshochschule Auenfeld', 'VA'],
  ]);
  const bookings = [hour('RWA', '17:00', '18:00'), hour('Volkshochschule Auenfeld', '07:00', '08:00'), hour('RWA', '18:00', '19:00')];
  expect(shortWords(bookings, shorts)).toBe('08:00 VA · 18:00 RWA');
  expect(shortWords([], shorts)).toBeUndefined();
});
