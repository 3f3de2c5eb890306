import { expect, test, vi } from 'vitest';
import { helperListsContract } from '#shared/helpers/helperLists.ts';
import { helperListOf, shiftOf } from '#test/web/helperLists.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ListTools } from './ListTools.tsx';

test('after its last day a closed list offers to be settled, after a question since that cannot be undone', async () => {
  vi.setSystemTime('2027-07-05T09:00:00Z');
  const list = helperListOf({ state: 'closed', shifts: [shiftOf()] });
  const server = signIn(userOf('admin'));
  server.on(helperListsContract.setState, { ...list, state: 'done' });
  const hand = show(<ListTools list={list} isEditable onEdit={vi.fn()} onBack={vi.fn()} />);
  // What comes next stands first, and nothing else is filled beside it.
  const [next, add] = document.querySelectorAll('button');
  expect([next?.textContent, add?.textContent, add?.dataset['variant']]).toEqual(['Abrechnen …', 'Dienst anlegen', 'default']);
  await hand.press('Abrechnen …');
  await hand.reads('Helferliste abrechnen?');
  expect(server.sent).toEqual([]);
  await hand.press('Abrechnen');
  await hand.reads('Stand: Abgerechnet.');
});
