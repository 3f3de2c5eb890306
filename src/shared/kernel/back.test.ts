import { expect, test } from 'vitest';
import { ownPath, pathAfterSignIn, withBack } from './back.ts';

test.each(['/id/yoga', '/id/yoga#anmelden', '/events?termin=3f0c', '/helpers/abc?dienst=x', '/member/42', '/rwa/verein/satzung'])(
  'a page of ours is a valid return address: %s',
  (path) => {
    expect(ownPath(path)).toBe(path);
    expect(pathAfterSignIn('admin', path)).toBe(path);
  },
);

test.each([
  undefined,
  '',
  'id/yoga',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/%2E//evil.example',
  '/rwa/..//evil.example',
  '/rwa/%2e%2E/%2fevil.example',
  '/./..//evil.example/',
  'https://evil.example/',
  'javascript:alert(1)',
  '/id/yoga\n//evil.example',
  '/\t/evil.example',
  '/ /evil.example',
  '/gibt/es/nicht',
  '/login',
  '/login?back=%2Flogin',
  '/reset#geheim',
  '/verify#geheim',
  '/rwa//evil.example',
  `/id/${'x'.repeat(500)}`,
])('everything else leads to the start page of the role: %s', (asked) => {
  expect(ownPath(asked)).toBeUndefined();
  expect(pathAfterSignIn('reader', asked)).toBe('/');
  expect(pathAfterSignIn('trainer', asked)).toBe('/admin');
});

test('a page that the role may not open is no return address', () => {
  expect(pathAfterSignIn('reader', '/admin/members')).toBe('/');
  expect(pathAfterSignIn('trainer', '/admin/members')).toBe('/admin');
  expect(pathAfterSignIn('admin', '/admin/members')).toBe('/admin/members');
  expect(pathAfterSignIn('reader', '/profile')).toBe('/profile');
});

test('the return address is in the URL of the sign-in, unless it is the start page or none of ours', () => {
  expect(withBack('/login', '/events?termin=3f&x=1#anmelden')).toBe('/login?back=%2Fevents%3Ftermin%3D3f%26x%3D1%23anmelden');
  expect(withBack('/verify', '/')).toBe('/verify');
  expect(withBack('/login', '//evil.example')).toBe('/login');
});
