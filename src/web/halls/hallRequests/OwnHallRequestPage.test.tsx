import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hallRequestsContract } from '#shared/halls/hallRequests/hallRequests.ts';
import { refuse } from '#test/web/server.ts';
import { showAtAddress, signIn } from '#test/web/page.tsx';
import { Page } from './OwnHallRequestPage.tsx';

test('a link that leads nowhere says so and leads on to a new request', async () => {
  signIn(null).on(hallRequestsContract.byToken, () => refuse('not-found'));
  const hand = await showAtAddress(<Page />, '/hallRequest/aB3dE6gH9jK2mN5pQ8sT1vW4', '/hallRequest/$token');
  await hand.reads('Dieser Link führt zu keiner Anfrage.');
  expect(screen.getByRole('link', { name: 'fragen Sie neu an' }).getAttribute('href')).toBe('/hallRequest');
});
