import { Button } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { localDate, localTime } from '#shared/kernel/fields.ts';
import { show } from '#test/web/page.tsx';
import { DayField } from './DayField.tsx';
import { dayInput } from './dayInput.ts';
import { TimeField } from './TimeField.tsx';
import { useShapeForm } from './useShapeForm.ts';

const save = vi.fn();

function Form() {
  const form = useShapeForm({ born: '1999-12-31' }, z.object({ born: z.union([z.literal(''), localDate]) }));
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <DayField label="Geburtsdatum" hasVisibleLabel {...dayInput(form, 'born')} />
      <Button type="submit">Speichern</Button>
    </form>
  );
}

function Alone() {
  const [day, setDay] = useState<string | undefined>('2026-11-30');
  return (
    <>
      <DayField label="Letzter Tag" hasVisibleLabel value={day} onChange={setDay} />
      <p>Tag: {day ?? 'keiner'}</p>
    </>
  );
}

test('the month may be a word', async () => {
  const hand = show(<Alone />);
  await hand.fill('Letzter Tag', '24. Dezember 2026');
  await hand.reads('Tag: 2026-12-24');
});

test('text that is no date stays with an error, and the form is not sent with the previous date', async () => {
  const hand = show(<Form />);
  await hand.fill('Geburtsdatum', '31.02.1990');
  await hand.press('Speichern');
  expect(hand.field('Geburtsdatum').value).toBe('31.02.1990');
  expect(hand.problem('Geburtsdatum')).toBe('„31.02.1990“ ist kein Tag. Bitte wie 24.12.2026 angeben.');
  expect(document.activeElement).toBe(hand.field('Geburtsdatum'));
  expect(save).not.toHaveBeenCalled();

  await hand.fill('Geburtsdatum', '28.02.90');
  await hand.press('Speichern');
  expect(hand.field('Geburtsdatum').value).toBe('28.02.1990');
  expect(hand.problem('Geburtsdatum')).toBeUndefined();
  expect(save.mock.calls.map(([values]: unknown[]) => values)).toEqual([{ born: '1990-02-28' }]);
});

test('a field outside a form has no value while its text is no date, so that the last one is not used', async () => {
  const hand = show(<Alone />);
  await hand.fill('Letzter Tag', '25.11.');
  fireEvent.blur(hand.field('Letzter Tag'));
  expect(hand.field('Letzter Tag').value).toBe('25.11.');
  expect(screen.getByText('Tag: keiner')).toBeTruthy();
  await hand.fill('Letzter Tag', '30.11.2026');
  expect(screen.getByText('Tag: 2026-11-30')).toBeTruthy();
});

function TimeForm() {
  const form = useShapeForm({ from: '18:00' }, z.object({ from: localTime }));
  return (
    <form onSubmit={form.onSubmit((values) => save(values))} noValidate>
      <TimeField label="Von" {...form.getInputProps('from')} />
      <Button type="submit">Speichern</Button>
    </form>
  );
}

test.each([
  ['9', '09:00'],
  ['18.30', '18:30'],
  ['1830', '18:30'],
])('„%s“ is completed to %s on blur', async (typed, time) => {
  const hand = show(<TimeForm />);
  await hand.fill('Von', typed);
  await hand.press('Speichern');
  expect(hand.field('Von').value).toBe(time);
  expect(save).toHaveBeenLastCalledWith({ from: time });
});

test.each(['halb acht', ''])('„%s“ stays as it is and is refused', async (typed) => {
  save.mockClear();
  const hand = show(<TimeForm />);
  await hand.fill('Von', typed);
  await hand.press('Speichern');
  expect(hand.field('Von').value).toBe(typed);
  expect(hand.problem('Von')).toBe('Bitte eine Uhrzeit wie 18:30.');
  expect(save).not.toHaveBeenCalled();
});
