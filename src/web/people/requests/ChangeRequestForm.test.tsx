import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { changeRequestsContract } from '#shared/people/changeRequests.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ChangeRequestForm } from './ChangeRequestForm.tsx';

const ina: OwnPerson = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000002',
  club: 'RWA',
  relation: 'self',
  firstname: 'Ina',
  lastname: 'Igel',
  birthDate: '2012-02-29',
  gender: 'w',
  emergencyContactName: '',
  emergencyContactPhone: '',
  emergencyOthers: [],
  goesHome: 'unknown',
  asksEmergency: false,
  mayBeChild: false,
  collectors: '',
};

test('only filled-in fields are requested', async () => {
  const { server, hand, onDone } = open();
  server.on(changeRequestsContract.create, {
    id: ina.id,
    personId: ina.id,
    club: 'RWA',
    name: 'Ina Igel',
    payer: '',
    createdAt: '2026-11-22T08:00:00Z',
    createdByName: 'Ina Igel',
    changes: [{ field: 'city', now: 'Auenfeld', wished: 'Blautal' }],
    note: '',
    state: 'open',
    reason: '',
    version: 1,
  });
  expect(hand.button('Absenden').disabled).toBe(true);
  await hand.fill('Ort', 'Blautal');
  await hand.fill('Straße', '  ');
  await hand.press('Absenden');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent.map(({ body }) => body)).toEqual([{ changes: { city: 'Blautal' }, note: '' }]);
});

test('an invalid account is reported at its field, and nothing is sent', async () => {
  const { server, hand } = open();
  await hand.fill('IBAN', 'DE00');
  await hand.press('Absenden');
  expect(hand.problem('IBAN')).toBeTruthy();
  expect(document.activeElement).toBe(hand.field('IBAN'));
  expect(server.sent).toEqual([]);
});

test('a refused day is reported once, at its field, which gets the focus; the input is kept', async () => {
  const { server, hand, onDone } = open();
  server.on(changeRequestsContract.create, () => refuse('invalid-input', { 'changes.birthDate': 'Dieser Tag liegt in der Zukunft.' }));
  await hand.fill('Geburtsdatum', '28.02.2012');
  await hand.fill('Ort', 'Blautal');
  await hand.press('Absenden');
  await waitFor(() => expect(hand.problem('Geburtsdatum')).toBe('Dieser Tag liegt in der Zukunft.'));
  expect(document.activeElement).toBe(hand.field('Geburtsdatum'));
  expect(hand.refusal()).not.toContain('Zukunft');
  expect([hand.field('Geburtsdatum').value, hand.field('Ort').value]).toEqual(['28.02.2012', 'Blautal']);
  expect(onDone).not.toHaveBeenCalled();
});

function open() {
  const server = signIn(userOf('reader'));
  const onDone = vi.fn<() => void>();
  return { server, hand: show(<ChangeRequestForm of={ina} onDone={onDone} />), onDone };
}
