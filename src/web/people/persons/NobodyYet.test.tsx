import { expect, test } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ownPersonOf } from '#test/web/people.ts';
import { peopleContract } from '#shared/people/people.ts';
import { NobodyYet } from './NobodyYet.tsx';

const howTo = /tragen Sie ein, wenn Sie jemanden anmelden/;

test('while nobody is entered the page of the family says how that is done', async () => {
  signIn(userOf('reader')).on(peopleContract.mine, []);
  await show(<NobodyYet />).reads(howTo);
  expect(document.querySelector('a[href="/offers"]')).not.toBeNull();
});

test('with somebody entered it says nothing of it', async () => {
  let reads = 0;
  signIn(userOf('reader')).on(peopleContract.mine, () => {
    reads++;
    return [ownPersonOf({ id: '9c1d2e3f-4a5b-4c6d-8e7f-000000000003', firstname: 'Ben' })];
  });
  show(<NobodyYet />);
  await expect.poll(() => reads).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(howTo);
});
