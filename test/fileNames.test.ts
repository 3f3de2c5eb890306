import { expect, test } from 'vitest';
import { checkPath } from '../src/server/files/protocol/address.ts';
import { givenName, storedName } from '../src/web/lib/storage/fileNames.ts';

test.each([
  ['Plan.pdf', 'Plan.pdf'],
  ['../../etc/passwd', '..-..-etc-passwd'],
  ['..', '..'],
  ['a\r\nb\0.pdf', 'a--b-.pdf'],
  ['a\\b.pdf', 'a-b.pdf'],
  ['%2e%2e%2fx 100%.pdf', '-2e-2e-2fx 100%.pdf'],
  ['Vereinsfeier 🎉🎉.jpg', 'Vereinsfeier 🎉🎉.jpg'],
  ['u\u0308ber.pdf', 'über.pdf'],
  [`${'😀'.repeat(200)}.jpeg`, `${'😀'.repeat(115)}.jpeg`],
  ['\ud83d.pdf', '\ufffd.pdf'],
  ['', 'datei'],
])('%j is stored as %j behind a mark of its own, and the storage takes it', (name, plain) => {
  const stored = storedName(name);
  expect(stored).toMatch(/^[0-9a-f]{8}-/);
  expect(givenName(`RWA/public/news/${stored}`)).toBe(plain);
  const path = `RWA/public/news/${stored}`;
  expect(checkPath(decodeURIComponent(encodeURIComponent(path)))).toBe(path);
});
