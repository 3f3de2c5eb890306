import { expect, test } from 'vitest';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ownPersonOf } from '#test/web/people.ts';
import { OwnAsChild } from './OwnAsChild.tsx';

const id = '9c1d2e3f-4a5b-4c6d-8e7f-000000000001';

test('a child entered as oneself is put right after a question that says what changes', async () => {
  const lina = ownPersonOf({ id, firstname: 'Lina', lastname: 'Muster', relation: 'self', mayBeChild: true });
  const server = signIn(userOf('reader'))
    .on(peopleContract.mine, [lina])
    .on(peopleContract.turnIntoChild, { ...lina, relation: 'guardian' });
  const hand = show(<OwnAsChild />);
  await hand.press('Das ist mein Kind');
  expect(server.sent).toEqual([]);
  await hand.reads(/Damit erklären Sie, dass Sie sorgeberechtigt sind/);
  await hand.press('Als Kind eintragen');
  await hand.reads('Lina ist jetzt als Ihr Kind eingetragen.');
  expect(server.sent.map(({ method, address }) => [method, address])).toEqual([['POST', `/people/mine/${id}/as-child`]]);
});

test('nobody else is asked', async () => {
  const other = id.replace(/1$/, '2');
  const lina = ownPersonOf({ id, firstname: 'Lina', lastname: 'Muster', relation: 'self', mayBeChild: true });
  signIn(userOf('reader')).on(peopleContract.mine, [lina, ownPersonOf({ id: other, firstname: 'Kim', relation: 'self' })]);
  const hand = show(<OwnAsChild />);
  await hand.reads('Lina Muster: Sie selbst oder Ihr Kind?');
  expect(document.body.textContent).not.toContain('Kim');
});
