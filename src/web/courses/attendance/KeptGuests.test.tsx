import { expect, test, vi } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { KeptGuests } from './KeptGuests.tsx';

test('a guest whom the server refused stays with the reason and the phone number until the trainer has read it', async () => {
  signIn(userOf('trainer'));
  const drop = vi.fn(async () => {});
  const guest = { id: 'a', sessionId: 's', userId: 'u', person: { firstname: 'Jo', lastname: 'Muster', phone: '0170 1234567' } };
  const hand = show(<KeptGuests of={{ kept: [], refused: [{ ...guest, refusal: 'Dieser Termin fällt aus.' }], drop }} />);
  await hand.reads('Nicht aufgenommen: Jo Muster');
  await hand.reads('Dieser Termin fällt aus. Telefon: 0170 1234567');
  await hand.press('Jo Muster: Hinweis schließen');
  expect(drop).toHaveBeenCalledExactlyOnceWith('a');
});
