import { expect, test, vi } from 'vitest';
import { show, signIn } from '#test/web/page.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { NewRate } from './NewRate.tsx';

function open() {
  signIn(null);
  const onAdd = vi.fn();
  const hand = show(
    <NewRate adding={{ isPending: false, error: null, reset: () => undefined }} onAdd={onAdd}>
      {null}
    </NewRate>,
  );
  return { hand, onAdd };
}

test('the button says what is missing', async () => {
  const { hand, onAdd } = open();
  await hand.press('Satz festlegen');
  await hand.reads('Bitte einen Betrag angeben.');
  expect(onAdd).not.toHaveBeenCalled();
  await hand.fill('Euro je Stunde', '12,50');
  await hand.press('Satz festlegen');
  expect(onAdd.mock.calls[0]?.[0]).toEqual({ centsPerHour: 1250, validFrom: `${today().slice(0, 4)}-01-01` });
});

test('no rate is added from the day before, where the typed one is none', async () => {
  const { hand, onAdd } = open();
  await hand.fill('Euro je Stunde', '12,50');
  await hand.fill('Gilt ab', '31.02.2026');
  await hand.press('Satz festlegen');
  await hand.reads(/31\.02\.2026“ ist kein Tag/);
  expect(hand.field('Gilt ab').value).toBe('31.02.2026');
  expect(onAdd).not.toHaveBeenCalled();
});

test('amounts that are none stay, and nothing is sent', async () => {
  const { hand, onAdd } = open();
  await hand.fill('Euro je Stunde', '12,345');
  await hand.press('Satz festlegen');
  await hand.reads(/12,345“ ist kein Betrag/);
  expect(onAdd).not.toHaveBeenCalled();
});
