import { Button } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { localTime } from '#shared/kernel/fields.ts';
import { show } from '#test/web/page.tsx';
import { TimeField } from './TimeField.tsx';
import { useShapeForm } from './useShapeForm.ts';

const save = vi.fn();

function Form() {
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
])('„%s“ is written out as %s when the field is left', async (typed, time) => {
  const hand = show(<Form />);
  await hand.fill('Von', typed);
  await hand.press('Speichern');
  expect(hand.field('Von').value).toBe(time);
  expect(save).toHaveBeenLastCalledWith({ from: time });
});

test.each(['halb acht', ''])('„%s“ stays as it is and is refused', async (typed) => {
  save.mockClear();
  const hand = show(<Form />);
  await hand.fill('Von', typed);
  await hand.press('Speichern');
  expect(hand.field('Von').value).toBe(typed);
  expect(hand.problem('Von')).toBe('Bitte eine Uhrzeit wie 18:30.');
  expect(save).not.toHaveBeenCalled();
});
