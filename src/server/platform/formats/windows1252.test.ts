import { expect, test } from 'vitest';
import { windows1252 } from './windows1252.ts';

test('text for older programs survives a round trip; unsupported characters become question marks', () => {
  const text = 'Beiträge „2026“ – Ärzte, Straße: 5 €';
  expect(new TextDecoder('windows-1252').decode(windows1252(text))).toBe(text);
  expect(new TextDecoder('windows-1252').decode(windows1252('a\u0308 🏸 Ł'))).toBe('ä ? ?');
});
