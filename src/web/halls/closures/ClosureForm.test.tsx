import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closuresContract } from '#shared/halls/closures.ts';
import { exampleFacility, type Facility } from '#shared/halls/facilities.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ClosureForm } from './ClosureForm.tsx';

const hall: Facility = {
  ...exampleFacility,
  id: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11',
  name: 'Stadthalle',
  managerClub: 'GSV',
  ownerKind: 'municipality',
  units: [],
  staff: null,
  openDefects: 0,
  version: 1,
};
const range = { facilityId: hall.id, startsOn: '2027-05-03', endsOn: '2027-05-03' };

test('a closure is previewed before it can be saved, and requires its first day and then a reason', async () => {
  const server = signIn(userOf('admin', 'GSV'));
  server.on(closuresContract.check, []);
  server.on(closuresContract.create, { id: hall.id, displaced: 2 });
  const hand = show(<ClosureForm facility={hall} />);
  await hand.press('Wen trifft das?');
  expect(hand.problem('Erster Tag')).toBeTruthy();
  expect(server.sent).toEqual([]);
  await hand.fill('Erster Tag', '03.05.2027');
  await hand.press('Wen trifft das?');
  await hand.reads('In dieser Zeit steht nichts im Plan.');
  await hand.press('Sperrzeit eintragen');
  expect(hand.problem('Grund der Sperrzeit')).toBe('Bitte ausfüllen.');
  await hand.fill('Grund der Sperrzeit', 'Neuer Boden');
  await hand.press('Sperrzeit eintragen');
  await hand.reads('Die Sperrzeit ist eingetragen, 2 Termine sind verdrängt.');
  expect(server.sent.map(({ body }) => body)).toEqual([range, { ...range, name: 'Neuer Boden' }]);
});

test('another day requires a new preview; server errors are shown at their fields, and the reason is kept', async () => {
  const server = signIn(userOf('admin', 'GSV'));
  server.on(closuresContract.check, []);
  server.on(closuresContract.create, () => refuse('invalid-input', { name: 'Bitte ohne Kürzel.' }));
  const hand = show(<ClosureForm facility={hall} />);
  await hand.fill('Grund der Sperrzeit', 'NB');
  await hand.fill('Erster Tag', '03.05.2027');
  await hand.press('Wen trifft das?');
  await hand.reads('In dieser Zeit steht nichts im Plan.');
  await hand.fill('Erster Tag', '04.05.2027');
  await waitFor(() => expect(() => hand.button('Sperrzeit eintragen')).toThrow('no button'));
  await hand.press('Wen trifft das?');
  await hand.reads('In dieser Zeit steht nichts im Plan.');
  await hand.press('Sperrzeit eintragen');
  await hand.reads('Bitte ohne Kürzel.');
  expect(hand.problem('Grund der Sperrzeit')).toBe('Bitte ohne Kürzel.');
  expect(hand.field('Grund der Sperrzeit').value).toBe('NB');
});

test('a last day that is none is said at its field and holds everything back, also after the range was played through', async () => {
  const server = signIn(userOf('admin', 'GSV'));
  server.on(closuresContract.check, []);
  server.on(closuresContract.create, { id: hall.id, displaced: 0 });
  const hand = show(<ClosureForm facility={hall} />);
  await hand.fill('Erster Tag', '03.05.2027');
  await hand.fill('Letzter Tag', '31.02.2027');
  await hand.press('Wen trifft das?');
  expect(hand.problem('Letzter Tag')).toContain('ist kein Tag');
  expect(server.sent).toEqual([]);
  await hand.fill('Letzter Tag', '03.05.2027');
  await hand.press('Wen trifft das?');
  await hand.reads('In dieser Zeit steht nichts im Plan.');
  await hand.fill('Grund der Sperrzeit', 'Neuer Boden');
  await hand.fill('Letzter Tag', '32.05.2027');
  await waitFor(() => expect(() => hand.button('Sperrzeit eintragen')).toThrow('no button'));
  await hand.press('Wen trifft das?');
  expect(hand.problem('Letzter Tag')).toContain('ist kein Tag');
  expect(server.sent.map(({ address }) => address)).toEqual(['/closures/check']);
});
