import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clearancesContract, type ClearanceView } from '#shared/people/clearances.ts';
import { refuse } from '#test/web/server.ts';
import { show, showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { ClearanceForm } from './ClearanceForm.tsx';

const personId = '8d7a8a31-5b7c-4c57-8d0f-000000000002';
const noted = { certificateOn: '2026-01-12', seenOn: '2026-01-20', result: 'noEntry', dutyEndedOn: '' } as const;

const saved = {
  personId,
  club: 'RWA',
  name: 'Ina Igel',
  offers: [],
  youthOffers: [],
  noted,
  seenBy: 'Vera Vogel',
  dueOn: '2031-01-12',
  lastDay: '',
  light: 'valid',
  version: 1,
} satisfies ClearanceView;

test('the inspected data are sent with the version that was read; no file can be uploaded', async () => {
  const { server, hand, onDone } = open();
  server.on(clearancesContract.note, saved);
  expect(document.querySelector('input[type=file]')).toBeNull();
  await hand.fill('Datum des Führungszeugnisses', '12.01.2026');
  await hand.fill('Eingesehen am', '20.01.2026');
  await hand.tick('Kein Eintrag');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent.map(({ body }) => body)).toEqual([{ ...noted, version: 0 }]);
});

test('without a day and a result nothing is sent', async () => {
  const { server, hand } = open();
  await hand.press('Speichern');
  expect(hand.problem('Datum des Führungszeugnisses')).toBeTruthy();
  expect(server.sent).toEqual([]);
});

test('a refused day is reported at its field, and the input is kept', async () => {
  const { server, hand, onDone } = open();
  server.on(clearancesContract.note, () => refuse('invalid-input', { seenOn: 'Dieser Tag liegt in der Zukunft.' }));
  await hand.fill('Datum des Führungszeugnisses', '12.01.2026');
  await hand.tick('Kein Eintrag');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Eingesehen am')).toBe('Dieser Tag liegt in der Zukunft.'));
  expect(hand.field('Datum des Führungszeugnisses').value).toBe('12.01.2026');
  expect(onDone).not.toHaveBeenCalled();
});

test('for a person who no longer leads an offer the last session is proposed as the last day, and sent on saving', async () => {
  const { server, hand } = open({ noted, lastDay: '2026-10-28', version: 1 });
  server.on(clearancesContract.note, () => refuse('conflict'));
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent.at(-1)?.body).toMatchObject({ ...noted, dutyEndedOn: '2026-10-28', version: 1 }));
});

test('a click at another person asks before what was typed is lost; what is saved is not asked about', async () => {
  const server = signIn(userOf('admin')).on(clearancesContract.note, saved);
  const hand = await showAtAddress(<Beside />, '/admin/trainers?open=new');
  await hand.fill('Datum des Führungszeugnisses', '12.01.2026');
  await hand.press('Berg, Bert');
  await hand.reads(/noch nicht gespeichert/);
  await hand.press('Weiter bearbeiten');
  expect(hand.field('Datum des Führungszeugnisses').value).toBe('12.01.2026');
  await hand.tick('Kein Eintrag');
  await hand.press('Speichern');
  await waitFor(() => expect(document.querySelector('form')).toBeNull());
  expect(server.sent).toHaveLength(1);
});

/** The form beside a list with another person. */
function Beside() {
  const [openId, setOpenId] = useOpenRecord();
  return (
    <>
      <button type="button" onClick={() => setOpenId('other')}>
        Berg, Bert
      </button>
      {openId === 'new' && (
        <ClearanceForm of={{ personId, name: 'Ina Igel', noted: null, lastDay: '', version: 0 }} onDone={() => setOpenId(undefined)} />
      )}
    </>
  );
}

function open(more: Partial<Parameters<typeof ClearanceForm>[0]['of']> = {}) {
  const server = signIn(userOf('admin'));
  const onDone = vi.fn<() => void>();
  const of = { personId, name: 'Ina Igel', noted: null, lastDay: '', version: 0, ...more };
  return { server, hand: show(<ClearanceForm of={of} onDone={onDone} />), onDone };
}
