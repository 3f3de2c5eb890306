import { expect, test } from 'vitest';
import { declarationsContract, type Declaration } from '#shared/courses/declarations.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { DeclarationCard } from './DeclarationCard.tsx';

const enrolmentId = '9d7a8a31-5b7c-4c57-8d0f-000000000002';
const declared: Declaration = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'RWA',
  kind: 'termination',
  receivedAt: '2026-11-22T09:00:12.000Z',
  name: 'Zoe Muster',
  email: 'zoe@example.org',
  contract: 'Boxen',
  person: '',
  isExtraordinary: true,
  reason: 'Umzug',
  wishedOn: null,
  endsOn: null,
  state: 'received',
  why: 'Außerordentlich gekündigt: Bitte den Grund prüfen.',
  answer: '',
  decidedAt: null,
  fitting: [
    {
      enrolmentId,
      title: 'Boxen',
      name: 'Zoe Muster',
      email: 'zoe@example.org',
      state: 'confirmed',
      startsOn: null,
      endsOnNotice: '2026-12-31',
    },
  ],
  version: 3,
};

test('the board confirms the only matching enrolment, on the earliest day by notice period unless it chooses another', async () => {
  const server = signIn(userOf('admin')).on(declarationsContract.confirm, { ok: true });
  const hand = show(<DeclarationCard declaration={declared} />);
  await hand.reads(declared.why);
  await hand.press('Bestätigen …');
  expect(hand.field('Letzter Tag').value).toBe('31.12.2026');
  await hand.fill('Letzter Tag', '30.11.2026');
  await hand.fill('Nachricht (freiwillig)', 'Alles Gute.');
  await hand.press('Bestätigen');
  await hand.reads('Bestätigt. Die Antwort geht an zoe@example.org.');
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: `/contract-declarations/${declared.id}/confirmation`,
      body: { enrolmentId, endsOn: '2026-11-30', answer: 'Alles Gute.', version: 3 },
    },
  ]);
});

test('an impossible day is reported at its field, and the input is kept', async () => {
  signIn(userOf('admin')).on(declarationsContract.confirm, () =>
    refuse('invalid-input', { leavesOn: 'Bitte heute oder einen späteren Tag.' }),
  );
  const hand = show(<DeclarationCard declaration={declared} />);
  await hand.press('Bestätigen …');
  await hand.fill('Nachricht (freiwillig)', 'Alles Gute.');
  await hand.press('Bestätigen');
  await hand.reads('Bitte heute oder einen späteren Tag.');
  expect(hand.problem('Letzter Tag')).toBe('Bitte heute oder einen späteren Tag.');
  expect(hand.field('Nachricht (freiwillig)').value).toBe('Alles Gute.');
});

test('declining a declaration requires a reason; a disowned one is acknowledged with one click', async () => {
  const server = signIn(userOf('admin')).on(declarationsContract.refuse, { ok: true }).on(declarationsContract.acknowledge, { ok: true });
  const hand = show(
    <>
      <DeclarationCard declaration={declared} />
      <DeclarationCard declaration={{ ...declared, id: enrolmentId, state: 'undone', why: 'Es gilt wieder, was vorher galt.' }} />
    </>,
  );
  await hand.press('Nicht annehmen …');
  await hand.press('Nicht annehmen');
  expect(server.sent).toEqual([]);
  await hand.fill('Warum nicht?', 'Die Frist ist vorbei.');
  await hand.press('Nicht annehmen');
  await hand.reads('Die Antwort geht an zoe@example.org.');
  await hand.press('Zur Kenntnis genommen');
  expect(server.sent.map(({ address }) => address)).toEqual([
    `/contract-declarations/${declared.id}/refusal`,
    `/contract-declarations/${enrolmentId}/acknowledgement`,
  ]);
});
