import { expect, test } from 'vitest';
import { presenceContract } from '#shared/accounts/presence.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { Colleagues } from './Colleagues.tsx';

const record = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';

test('who else has the record open is named in a line, and whether they have typed something', async () => {
  signIn(userOf('admin')).on(presenceContract.tell, {
    others: [
      { name: 'Edda Echt', isChanging: true },
      { name: 'Sven Super', isChanging: false },
    ],
    saved: null,
    deleted: null,
  });
  const hand = show(<Colleagues kind="course" record={record} club="RWA" isChanging={false} />);
  await hand.reads('Edda Echt bearbeitet das gerade. Sven Super hat das auch offen.');
});

test('the others learn of the first change at once; a record that is not stored yet is told to nobody', async () => {
  const told: boolean[] = [];
  signIn(userOf('admin')).on(presenceContract.tell, ({ isChanging }) => {
    told.push(isChanging);
    return { others: [], saved: null, deleted: null };
  });
  show(<Colleagues kind="course" record={undefined} club="RWA" isChanging />);
  show(<Colleagues kind="course" record={record} club="RWA" isChanging />);
  await expect.poll(() => told.at(-1)).toBe(true);
  expect(told).not.toContain(false);
});

test('who deleted the record while one types in it is named, and when', async () => {
  signIn(userOf('admin')).on(presenceContract.tell, {
    others: [],
    saved: null,
    deleted: { by: 'Anton Rotmuster', at: '2026-11-22T13:03:00.000Z' },
  });
  const hand = show(<Colleagues kind="course" record={record} club="RWA" isChanging />);
  await hand.reads('Anton Rotmuster hat das am 22.11.2026, 14:03 gelöscht. Ihre Eingaben können Sie noch kopieren.');
});
