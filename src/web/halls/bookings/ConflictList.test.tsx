import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { CheckedDate } from '#shared/halls/bookings.ts';
import { show } from '#test/web/page.tsx';
import { ConflictList, isNothingLeft, type Choices } from './ConflictList.tsx';

const [hall, part] = ['4d7a8a31-5b7c-4c57-8d0f-000000000001', '4d7a8a31-5b7c-4c57-8d0f-000000000002'];

test('all occupied dates are resolved at once, and then individually; dates without an alternative are skipped', async () => {
  const dates = [taken('2026-12-01'), taken('2026-12-08', false), taken('2026-12-15')];
  let chosen: Choices = {};
  const hand = show(<Listed dates={dates} onChange={(now) => (chosen = now)} />);
  expect(await hand.choices('Für alle belegten Termine')).toEqual([
    'Alle auslassen',
    'Andere Zeit: 20:00–21:30, wo frei (2 von 3)',
    'Bei allen den anderen Verein bitten',
  ]);
  await hand.choose('Für alle belegten Termine', 'Andere Zeit: 20:00–21:30, wo frei (2 von 3)');
  const time = { action: 'time', startTime: '20:00', endTime: '21:30', unitIds: [part] };
  expect(chosen).toEqual({ '2026-12-01': time, '2026-12-08': { action: 'skip' }, '2026-12-15': time });
  expect(isNothingLeft(dates, chosen)).toBe(false);
  await hand.choose('Dienstag, 15.12.2026: Belegt: SC Blautal', 'Diesen Termin auslassen');
  expect(chosen['2026-12-15']).toEqual({ action: 'skip' });
  expect(hand.field('Für alle belegten Termine').value).toBe('');
});

test('if every date is skipped there is nothing to book, and another time can be searched', async () => {
  const dates = [taken('2026-12-01'), taken('2026-12-08')];
  const onSearch = vi.fn();
  const hand = show(<ConflictList dates={dates} choices={{}} onChoose={vi.fn()} onSearch={onSearch} />);
  await hand.reads('Alle 2 Termine sind belegt. Es bleibt nichts zu buchen.');
  expect(isNothingLeft(dates, {})).toBe(true);
  expect(isNothingLeft([...dates, { ...taken('2026-12-15'), result: 'skipped' }], {})).toBe(true);
  expect(isNothingLeft([...dates, { ...taken('2026-12-15'), result: 'free' }], {})).toBe(false);
  await hand.press('Andere Zeit suchen');
  expect(onSearch).toHaveBeenCalledOnce();
});

function Listed({ dates, onChange }: { dates: CheckedDate[]; onChange: (choices: Choices) => void }) {
  const [choices, setChoices] = useState<Choices>({});
  const choose = (some: Choices) => {
    const now = { ...choices, ...some };
    setChoices(now);
    onChange(now);
  };
  return <ConflictList dates={dates} choices={choices} onChoose={choose} onSearch={vi.fn()} />;
}

function taken(date: string, isFreeLater = true): CheckedDate {
  const slot = { facilityId: hall, facilityName: 'Halle', date, startTime: '20:00', endTime: '21:30', unitIds: [part] };
  return {
    date,
    startTime: '18:00',
    endTime: '19:30',
    result: 'conflict',
    reason: 'Belegt: SC Blautal',
    conflicts: [],
    otherTimes: isFreeLater ? [slot] : [],
    otherHalls: [],
  };
}
