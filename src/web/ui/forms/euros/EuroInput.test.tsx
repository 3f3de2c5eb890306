import { expect, test, vi } from 'vitest';
import { useState } from 'react';
import { show } from '#test/web/page.tsx';
import { EuroInput } from './EuroInput.tsx';

function Form({ mayBeNegative = false, onSave }: { mayBeNegative?: boolean; onSave: (cents: number | null) => void }) {
  const [cents, setCents] = useState<number | null>(6000);
  return (
    <form onSubmit={(event) => (event.preventDefault(), onSave(cents))}>
      <EuroInput label="Betrag" mayBeNegative={mayBeNegative} cents={cents} onChange={setCents} />
      <button type="submit">Speichern</button>
    </form>
  );
}

test.each(['12,345', '1.234', '-5', '12.3', 'zehn', '1,2,3'])(
  '„%s“ is refused at the field, stays as typed, and is not saved',
  async (text) => {
    const onSave = vi.fn();
    const hand = show(<Form onSave={onSave} />);
    await hand.fill('Betrag', text);
    await hand.press('Speichern');
    await hand.reads(`„${text}“ ist kein Betrag. Bitte wie 1.234,00 angeben.`);
    expect([hand.field('Betrag').value, onSave.mock.calls]).toEqual([text, []]);
    await hand.fill('Betrag', '12,34');
    await hand.press('Speichern');
    expect(onSave.mock.calls).toEqual([[1234]]);
  },
);

test.each([
  ['1.234,5', 123_450, '1234,50'],
  ['12.50', 1250, '12,50'],
  ['7', 700, '7,00'],
  ['0,07', 7, '0,07'],
  [' 12,5 € ', 1250, '12,50'],
  ['', null, ''],
] as const)('„%s“ is %s cents', async (text, cents, shown) => {
  const onSave = vi.fn();
  const hand = show(<Form onSave={onSave} />);
  await hand.fill('Betrag', text);
  await hand.press('Speichern');
  expect([onSave.mock.calls, hand.field('Betrag').value]).toEqual([[[cents]], shown]);
});

test('typed key by key, an amount stays as typed until the field is left; Enter does not save what is no amount', async () => {
  const onSave = vi.fn();
  const hand = show(<Form onSave={onSave} mayBeNegative />);
  const field = hand.field('Betrag');
  await hand.user.clear(field);
  await hand.user.type(field, '-0,5');
  expect(field.value).toBe('-0,5');
  await hand.user.type(field, '05{Enter}');
  await hand.reads('„-0,505“ ist kein Betrag. Bitte wie 1.234,00 angeben.');
  expect(onSave).not.toHaveBeenCalled();
  await hand.user.type(field, '{Backspace}');
  await hand.user.tab();
  expect(field.value).toBe('-0,50');
});
