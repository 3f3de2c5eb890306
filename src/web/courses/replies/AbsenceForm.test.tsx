import { expect, test, vi, beforeEach } from 'vitest';
import { waitFor } from '@testing-library/react';
import { repliesContract } from '#shared/courses/replies.ts';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { AbsenceForm } from './AbsenceForm.tsx';

const child = (n: number, firstname: string, club: 'RWA' | 'SCB' = 'RWA') => ({
  id: `9d7a8a31-5b7c-4c57-8d0f-00000000000${n}`,
  club,
  firstname,
  lastname: 'Muster',
  birthDate: '2019-04-05',
  gender: 'x' as const,
  relation: 'guardian' as const,
  emergencyContactName: '',
  emergencyContactPhone: '',
  emergencyOthers: [],
  goesHome: 'unknown' as const,
  asksEmergency: false,
  mayBeChild: false,
  collectors: '',
});
let onDone: ReturnType<typeof vi.fn<() => void>>;
beforeEach(() => {
  onDone = vi.fn<() => void>();
});

test('one checkbox excuses a child in all its clubs, and the form first shows the number of sessions', async () => {
  const { server, hand } = await open();
  await hand.tick('Mila Muster');
  await hand.fill('Von', '23.11.2099');
  await hand.fill('Bis', '27.11.2099');
  await hand.reads('Betrifft 5 Termine.');
  server.on(repliesContract.addAbsence, { ids: [] });
  await hand.press('Entschuldigen');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent.find(({ address }) => address === '/me/absences')).toEqual({
    method: 'POST',
    address: '/me/absences',
    body: { personIds: [child(1, '').id, child(3, '').id], from: '2099-11-23', to: '2099-11-27', reason: 'ill', note: '' },
  });
});

test('nobody is excused before a person is selected; errors are shown at their fields', async () => {
  const { server, hand } = await open();
  expect(hand.button('Entschuldigen').disabled).toBe(true);
  await hand.tick('Ben Muster');
  server.on(repliesContract.addAbsence, () => refuse('invalid-input', { to: 'Diese Tage sind schon vorbei.' }));
  await hand.press('Entschuldigen');
  await waitFor(() => expect(hand.problem('Bis')).toBe('Diese Tage sind schon vorbei.'));
  expect(onDone).not.toHaveBeenCalled();
});

async function open() {
  const server = signIn(userOf('reader'));
  server.on(peopleContract.mine, [child(1, 'Mila'), child(2, 'Ben'), child(3, 'Mila', 'SCB')]);
  server.on(repliesContract.countAffected, { sessions: 5 });
  const hand = show(<AbsenceForm onDone={onDone} />);
  await hand.reads('Ben Muster');
  return { server, hand };
}
