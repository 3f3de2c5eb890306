import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ListedParticipant } from '#shared/courses/enrolmentShapes.ts';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import { listed, offer } from '#test/web/participants.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { ParticipantsBulkBar } from './ParticipantsBulkBar.tsx';

const seated = listed('Albers', { state: 'confirmed' });
const first = listed('Dreher', { state: 'waitlisted', position: 1 });
const second = listed('Berg', { state: 'waitlisted', position: 2 });

test('seats are given in the order of the waiting list, and who cannot have one is named with the reason', async () => {
  const { server, hand } = await open([second, seated, first]);
  server.on(enrolmentsContract.decide, ({ id }) =>
    id === second.id ? refuse('places-taken', { reason: 'Kein Platz ist frei.' }) : { ok: true as const },
  );
  await hand.press('Zusagen (2) …');
  await hand.press('Zusagen');
  await hand.reads('Eine Person ist dabei.');
  await hand.reads('Eine Person bleibt, wo sie ist');
  await hand.reads('Kein Platz ist frei.');
  expect(server.sent.map(({ address }) => address)).toEqual([`/participants/${first.id}/decision`, `/participants/${second.id}/decision`]);
});

test('seats are cancelled with one reason, with a fee only where there is one', async () => {
  const { server, hand } = await open([seated, first]);
  server.on(enrolmentsContract.cancel, { ok: true });
  await hand.press('Platz absagen …');
  await hand.fill('Grund', 'Kurs wird geteilt');
  await hand.tick('Gebühr nach der Absageregel');
  await hand.press('Platz absagen');
  await hand.reads('2 Plätze sind abgesagt.');
  expect(server.sent.map(({ body }) => body)).toEqual([
    { withFee: true, reason: 'Kurs wird geteilt' },
    { withFee: false, reason: 'Kurs wird geteilt' },
  ]);
});

test('without the right to change them, participants are only written to', async () => {
  const { hand } = await open([seated], { mayEdit: false, mayExport: false });
  await hand.reads('1 ausgewählt');
  const bar = screen.getByRole('region', { name: 'Auswahl' });
  expect([...bar.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['Mail schreiben', '']);
});

async function open(chosen: ListedParticipant[], may = { mayEdit: true, mayExport: true }) {
  const server = signIn(userOf('editor'));
  const list = { course: offer, mayMail: true };
  const hand = await showAtAddress(<ParticipantsBulkBar list={list} chosen={chosen} {...may} onClear={vi.fn()} />);
  return { server, hand };
}
