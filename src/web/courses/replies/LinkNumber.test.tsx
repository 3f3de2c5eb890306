import { expect, test } from 'vitest';
import { repliesContract } from '#shared/courses/replies.ts';
import { show, signIn } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { LinkNumber } from './LinkNumber.tsx';

const token = 'kb2Jx0yZ8rVqN1cW5tPd7LmA3sHf6uEg9oYi4BvKQXw';

function open(isMissing: boolean) {
  const server = signIn(null);
  server.on(repliesContract.numberOfLink, { isMissing });
  server.on(repliesContract.setNumberByLink, { ok: true });
  return { server, hand: show(<LinkNumber token={token} />) };
}

test('without an account a missing number is given in one field, and the page says thanks', async () => {
  const { server, hand } = open(true);
  await hand.reads('Die Notfallnummer fehlt noch');
  await hand.press('Nummer eintragen');
  await hand.reads('Bitte ausfüllen.');
  await hand.fill('Notfallnummer', '0170 1234567');
  await hand.press('Nummer eintragen');
  await hand.reads('Danke, die Nummer ist eingetragen.');
  expect(server.sent).toEqual([{ method: 'PUT', address: `/registrations/${token}/emergency-number`, body: { phone: '0170 1234567' } }]);
});

test('what is typed stays when the server refuses: a wrong number at its field, another one that was quicker in words', async () => {
  const { server, hand } = open(true);
  await hand.reads('Die Notfallnummer fehlt noch');
  await hand.fill('Notfallnummer', 'ruf mich an');
  await hand.press('Nummer eintragen');
  await hand.reads('Bitte eine Telefonnummer wie 0170 1234567.');
  server.on(repliesContract.setNumberByLink, () => refuse('wrong-state'));
  await hand.fill('Notfallnummer', '0170 1234567');
  await hand.press('Nummer eintragen');
  await hand.reads(/^Inzwischen ist eine Nummer eingetragen/);
});
