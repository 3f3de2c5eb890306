import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setupContract, type SetupView } from '#shared/office/setup.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { FirstSteps } from './FirstSteps.tsx';

const view: SetupView = { isShown: true, steps: [{ name: 'mail', state: 'open' }], missingTexts: [], hasMailServer: true };

function open(hasMailServer: boolean) {
  const server = signIn(userOf('admin')).on(setupContract.read, { ...view, hasMailServer });
  const viewer = { club: 'RWA', role: 'admin' } as const;
  return { server, hand: show(<FirstSteps {...viewer} />) };
}

test('a test mail is sent where a mail server is named', async () => {
  const { server, hand } = open(true);
  server.on(setupContract.sendTestMail, { recipient: 'vera@example.org' });
  await hand.press('Probemail an mich');
  await hand.reads('Die Probemail an vera@example.org ist unterwegs.');
});

test('without a mail server none is offered, since it would stay in the outbox; the step says who names one', async () => {
  const { hand } = open(false);
  await hand.reads(/Noch ist kein Mailserver eingetragen: Das macht, wer den Server betreut/);
  expect(screen.queryByText('Probemail an mich')).toBeNull();
  expect(screen.getByText('Später')).toBeTruthy();
});
