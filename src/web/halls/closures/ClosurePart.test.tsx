import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closuresContract } from '#shared/halls/closures.ts';
import { dayRulesContract, type StoredDayRule } from '#shared/halls/dayRules.ts';
import { exampleFacility, type Facility } from '#shared/halls/facilities.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ClosurePart } from './ClosurePart.tsx';

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
const closure: StoredDayRule = {
  id: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12',
  scope: 'facility',
  scopeId: hall.id,
  scopeLabel: 'Stadthalle',
  kind: 'closure',
  name: 'Neuer Boden',
  startsOn: '2027-05-03',
  endsOn: '2027-05-03',
  source: '',
  version: 1,
};
const date = { holder: 'RWA', title: null, startsAt: '2027-05-03T16:00:00Z', endsAt: '2027-05-03T17:30:00Z', shifted: null, asked: null };

/** The closures of a hall, with what one of them displaced unfolded; `asked` counts how often that was read. */
async function open() {
  const server = signIn(userOf('admin', 'GSV'));
  const state = { isLifted: false, displaced: [{ ...date, id: hall.id, suggestion: 'Nordhalle' }], asked: 0 };
  server.on(dayRulesContract.list, () => (state.isLifted ? [] : [closure]));
  server.on(closuresContract.read, () => {
    state.asked += 1;
    return state.isLifted ? refuse('not-found') : { displaced: state.displaced, notices: [] };
  });
  const hand = show(<ClosurePart facility={hall} mayClose />);
  await hand.user.click(await hand.reads('Verdrängte Termine und Nachrichten'));
  await hand.reads('03.05.2027: frei ist Nordhalle');
  return { server, hand, state };
}

test('a lifted closure goes from the list, and nobody asks for what it displaced any more', async () => {
  const { server, hand, state } = await open();
  server.on(dayRulesContract.check, { falling: [], returning: [] });
  server.on(dayRulesContract.delete, () => {
    state.isLifted = true;
    return { ok: true } as const;
  });
  await hand.press('Sperrzeit löschen');
  await waitFor(() => expect(document.body.textContent).not.toContain('Neuer Boden'));
  expect(state.asked).toBe(1);
});

test('a moved date is gone from what is still without a hall', async () => {
  const { server, hand, state } = await open();
  server.on(closuresContract.move, () => {
    state.displaced = [];
    return { moved: 1, left: 0 };
  });
  await hand.press('03.05.2027 umziehen');
  await hand.reads('Kein Termin ist mehr ohne Halle.');
  expect(state.asked).toBe(2);
});
