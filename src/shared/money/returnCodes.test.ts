import { expect, test } from 'vitest';
import { makesMandateRest } from './returnCodes.ts';

test('a mandate is paused at once if the account or the mandate is the reason, and not for insufficient funds', () => {
  for (const code of ['AC01', 'AC04', 'AC06', 'AG01', 'MD01', 'MD06', 'MD07', 'MS02'])
    expect(makesMandateRest({ code, on: '2026-11-20' }, [])).toBe(true);
  for (const code of ['AM04', 'MS03', 'AM05', 'RR01']) expect(makesMandateRest({ code, on: '2026-11-20' }, [])).toBe(false);
});

test('without a reason it is paused the second time within twelve months', () => {
  const again = (earlier: string, code = 'MS03') => makesMandateRest({ code: 'MS03', on: '2026-11-20' }, [{ code, on: earlier }]);
  expect(again('2026-03-01')).toBe(true);
  expect(again('2025-11-21')).toBe(true);
  expect(again('2025-11-20')).toBe(false);
  expect(again('2026-03-01', 'AM04')).toBe(false);
});

test('two returns without a reason on one day pause the mandate', () => {
  expect(makesMandateRest({ code: 'MS03', on: '2026-11-20' }, [{ code: 'MS03', on: '2026-11-20' }])).toBe(true);
});
