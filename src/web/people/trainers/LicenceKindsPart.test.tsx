import { expect, test } from 'vitest';
import { licenceKindsContract } from '#shared/people/trainers/licenceKinds.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { LicenceKindsPart } from './LicenceKindsPart.tsx';

const boccia = { id: '8d7a8a31-5b7c-4c57-8d0f-000000000011', name: 'Trainer C Boccia' };

test('a kind of licence is added once, and removed after a confirmation', async () => {
  const server = signIn(userOf('super'))
    .on(licenceKindsContract.list, [boccia])
    .on(licenceKindsContract.create, ({ name }) =>
      name === boccia.name ? refuse('invalid-input', { name: 'Diese Lizenz steht schon zur Wahl.' }) : boccia,
    )
    .on(licenceKindsContract.delete, { ok: true });
  const hand = show(<LicenceKindsPart />);
  await hand.reads('Trainer C Boccia');
  await hand.press('Lizenz hinzufügen');
  expect(hand.problem('Neue Lizenz')).not.toBe('');
  await hand.fill('Neue Lizenz', boccia.name);
  await hand.press('Lizenz hinzufügen');
  await hand.reads('Diese Lizenz steht schon zur Wahl.');
  await hand.press('Nicht mehr anbieten: Trainer C Boccia');
  await hand.reads('Lizenz nicht mehr zur Wahl stellen?');
  await hand.press('Nicht mehr anbieten');
  await hand.reads('Die Lizenz steht nicht mehr zur Wahl.');
  expect(server.sent.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});
