import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { seasonPlansContract } from '#shared/halls/seasons/plans.ts';
import type { SeasonDryRun } from '#shared/halls/seasons/publication.ts';
import { seasonsContract, type Season } from '#shared/halls/seasons/seasons.ts';
import { seasonStates, seasonSteps } from '#shared/halls/seasons/seasonStates.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { seasonOf } from '#test/web/seasons.ts';
import { refuse } from '#test/web/server.ts';
import { PhasePart } from './PhasePart.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

test.each<[Season['phase'], string[]]>([
  ['draft', ['Wünsche öffnen', 'Saison abbrechen']],
  ['open', ['Wünsche schließen und planen', 'Saison abbrechen']],
  ['planning', ['Wünsche wieder öffnen', 'Anhörung beginnen', 'Saison abbrechen']],
  ['consultation', ['Zurück zur Planung', 'Veröffentlichen', 'Saison abbrechen']],
])('a season in the phase %s has exactly these transitions: %j', (phase, names) => {
  open(phase);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
});

test.each(seasonStates.filter((phase) => seasonSteps[phase].length === 0))('a season that is %s has no transition', (phase) => {
  open(phase);
  expect(screen.queryByText('Nächster Schritt')).toBeNull();
});

test('opening requires no input; the plan changes only after a confirmation', async () => {
  const { server, hand } = open('draft');
  server.on(seasonsContract.advance, seasonOf({ phase: 'open' }));
  await hand.press('Wünsche öffnen');
  await dialog('Wünsche öffnen?');
  expect(document.querySelectorAll('[role=dialog] input')).toHaveLength(0);
  await hand.press('Zurück');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent).toEqual([]);
  await hand.press('Wünsche öffnen');
  await dialog('Wünsche öffnen?');
  await hand.press('Wünsche öffnen');
  await hand.reads('Die Wünsche sind offen, die Mails gehen hinaus.');
  expect(server.sent).toMatchObject([{ method: 'POST', body: { to: 'open', version: 7 } }]);
  expect(server.sent[0]?.body).not.toHaveProperty('wishesUntil');
});

test('reopened wishes end at the last minute of their day, in two weeks by default', async () => {
  const { server, hand } = open('planning');
  server.on(seasonsContract.advance, seasonOf());
  await hand.press('Wünsche wieder öffnen');
  await dialog('Wünsche wieder öffnen?');
  expect(hand.field('Wünsche bis').value).toBe('06.12.2026');
  await hand.fill('Grund', 'Eine Halle kam dazu');
  await hand.press('Wünsche wieder öffnen');
  await hand.reads('Die Wünsche sind wieder offen.');
  expect(server.sent[0]?.body).toMatchObject({ to: 'open', reason: 'Eine Halle kam dazu', wishesUntil: '2026-12-06T22:59:00.000Z' });
  expect(server.sent[0]?.body).not.toHaveProperty('objectionsUntil');
});

test('a consultation requires the last day for objections, and server errors are shown at that day', async () => {
  const { server, hand } = open('planning');
  server.on(seasonsContract.advance, () => refuse('invalid-input', { objectionsUntil: 'Frühestens in sieben Tagen.' }));
  await hand.press('Anhörung beginnen');
  await dialog('Anhörung beginnen?');
  await hand.fill('Einwände bis', '25.11.2026');
  await hand.press('Anhörung beginnen');
  await waitFor(() => expect(hand.problem('Einwände bis')).toBe('Frühestens in sieben Tagen.'));
  expect(server.sent[0]?.body).toMatchObject({ to: 'consultation', objectionsUntil: '2026-11-25T22:59:00.000Z' });
  expect(hand.field('Einwände bis').value).toBe('25.11.2026');
});

test('without a day there is no consultation', async () => {
  const { server, hand } = open('planning');
  await hand.press('Anhörung beginnen');
  await dialog('Anhörung beginnen?');
  await hand.fill('Einwände bis', '');
  await hand.press('Anhörung beginnen');
  await waitFor(() => expect(hand.problem('Einwände bis')).toBeTruthy());
  expect(server.sent).toEqual([]);
});

test('publishing shows a preview first, and is sent with it and the name of the season; another name is reported at its field', async () => {
  const { server, hand } = open('consultation');
  server.on(seasonPlansContract.dryRun, played);
  const field = 'Zur Bestätigung „Winter 2027/28“ eingeben';
  server.on(seasonsContract.advance, ({ name }) =>
    name === 'Winter 2027/28' ? seasonOf({ phase: 'publishing' }) : refuse('invalid-input', { name: 'Das ist ein anderer Name.' }),
  );
  await hand.press('Veröffentlichen');
  await dialog('Plan veröffentlichen?');
  await hand.reads('Nordhalle: 2 Serien mit 40 Terminen');
  await hand.reads('1 Termin fällt aus: 1 weil dort schon etwas steht.');
  await hand.fill(field, 'Winter');
  await hand.press('Veröffentlichen');
  await waitFor(() => expect(hand.problem(field)).toBe('Das ist ein anderer Name.'));
  await hand.fill(field, 'Winter 2027/28');
  await hand.press('Veröffentlichen');
  await hand.reads('Die Veröffentlichung beginnt innerhalb einer Minute.');
  expect(server.sent.map(({ body }) => body)).toMatchObject([
    { name: 'Winter' },
    { to: 'publishing', name: 'Winter 2027/28', seen: 'abc' },
  ]);
});

test('what a season lacks for its next phase is shown in the dialog, which stays open', async () => {
  const { server, hand } = open('open');
  server.on(seasonsContract.advance, () => refuse('not-ready'));
  await hand.press('Wünsche schließen und planen');
  await dialog('Wünsche schließen?');
  await hand.fill('Grund', 'Alle haben geantwortet');
  await hand.press('Wünsche schließen und planen');
  await waitFor(() => expect(hand.refusal()).toBeTruthy());
  expect(hand.field('Grund').value).toBe('Alle haben geantwortet');
});

const played: SeasonDryRun = {
  halls: [{ facilityId: '6a0d1f8e-3f0c-4d7d-9a01-000000000002', name: 'Nordhalle', series: 2, dates: 40 }],
  skipped: [{ words: 'Minis', date: '2027-10-12', reason: 'Belegt: GSV' }],
  conflicts: [
    {
      grantId: '6a0d1f8e-3f0c-4d7d-9a01-000000000009',
      date: '2027-10-12',
      words: 'Minis',
      holder: 'GSV',
      mayDisplace: false,
      others: [],
      action: 'skip',
    },
  ],
  ending: [],
  undecided: [],
  seen: 'abc',
};

/** Waits until the dialog is open. */
async function dialog(title: string): Promise<void> {
  await within(await screen.findByRole('dialog')).findByText(title);
}

function open(phase: Season['phase']) {
  const server = signIn(userOf('admin', 'GSV'));
  return { server, hand: show(<PhasePart season={seasonOf({ phase })} />) };
}
