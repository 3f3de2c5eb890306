import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { WalkIn } from './WalkIn.tsx';

const sessionId = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const personId = '9d7a8a31-5b7c-4c57-8d0f-000000000002';

test('the first name has the focus, and Enter adds the guest', async () => {
  const { server, hand, onDone } = await open();
  server.on(enrolmentsContract.addWalkIn, { personId, visitsBefore: 2 });
  await waitFor(() => expect(document.activeElement).toBe(hand.field('Vorname')));
  await hand.user.keyboard('Jo{Tab}Muster{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: `/sessions/${sessionId}/walk-ins`,
      body: { id: expect.any(String), person: { firstname: 'Jo', lastname: 'Muster', phone: '' } },
    },
  ]);
  await hand.reads('Jo Muster ist als Schnuppergast eingetragen. Unter diesem Namen hat hier schon 2-mal jemand geschnuppert.');
});

test('a missing name is reported at its field, and nobody is added', async () => {
  const { server, hand, onDone } = await open();
  await hand.fill('Vorname', 'Jo');
  await hand.press('Aufnehmen');
  expect(hand.problem('Nachname')).toBe('Bitte ausfüllen.');
  expect(document.activeElement).toBe(hand.field('Nachname'));
  expect(server.sent).toEqual([]);
  expect(onDone).not.toHaveBeenCalled();
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const { server, hand } = await open();
  server.on(enrolmentsContract.addWalkIn, () => refuse('invalid-input', { 'person.phone': 'Das ist keine Nummer.' }));
  await hand.fill('Vorname', 'Jo');
  await hand.fill('Nachname', 'Muster');
  await hand.fill('Telefon', '???');
  await hand.press('Aufnehmen');
  await waitFor(() => expect(hand.problem('Telefon')).toBe('Das ist keine Nummer.'));
  expect(hand.field('Vorname').value).toBe('Jo');
});

test('offline, the guest is stored on the device with the id that was sent, so that nobody is created twice', async () => {
  const { server, hand, onDone, onKeep } = await open();
  server.on(enrolmentsContract.addWalkIn, () => refuse('unavailable'));
  await hand.fill('Vorname', 'Jo');
  await hand.fill('Nachname', 'Muster');
  await hand.press('Aufnehmen');
  await hand.reads('Jo Muster ist auf diesem Telefon gemerkt.');
  const sent = server.sent[0]?.body as { id: string } | undefined; // What the form sends.
  expect(onKeep).toHaveBeenCalledExactlyOnceWith({
    id: sent?.id,
    person: { firstname: 'Jo', lastname: 'Muster', phone: '' },
  });
  expect(onDone).not.toHaveBeenCalled();
});

async function open() {
  const server = signIn(userOf('trainer'));
  const onDone = vi.fn();
  const onKeep = vi.fn(async () => {});
  const hand = show(<WalkIn sessionId={sessionId} onDone={onDone} onKeep={onKeep} />);
  await hand.press('Schnuppergast aufnehmen');
  await hand.reads('Schnuppergast');
  return { server, hand, onDone, onKeep };
}
