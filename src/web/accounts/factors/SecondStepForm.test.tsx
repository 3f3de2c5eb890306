import { expect, test } from 'vitest';
import { show, signIn } from '#test/web/page.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';

test('an account with a code app is asked for its code', () => {
  const hand = begin({ hasCode: true, passkeyHosts: [] });
  expect(hand.field('Code').required).toBe(true);
  expect(document.body.textContent).not.toContain('Passkey');
});

test('an account with a passkey of another host only is linked to that host', () => {
  const hand = begin({ hasCode: false, passkeyHosts: ['scb.localhost'] });
  expect(() => hand.field('Code')).toThrow('no field');
  expect(document.querySelector('a')?.getAttribute('href')).toBe('http://scb.localhost:3000/login');
});

test('a browser without passkey support says so instead of offering one', async () => {
  const hand = begin({ hasCode: false, passkeyHosts: ['rwa.localhost'] });
  await hand.reads(/Dieser Browser kennt keine Passkeys/);
  expect(() => hand.button('Mit Passkey einloggen')).toThrow('no button');
});

function begin(next: Parameters<typeof SecondStepForm>[0]['next']) {
  signIn(null);
  return show(<SecondStepForm next={next} />);
}
