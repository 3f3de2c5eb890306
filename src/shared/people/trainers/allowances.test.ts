import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowanceWarning, usedCents, usedPercent } from './allowances.ts';

const use = (hereCents: number, more = {}) => ({ limitCents: 330_000, hereCents, otherClubsCents: 0, elsewhereCents: 0, ...more });

test('the used amount is what was paid here, by the other clubs and elsewhere, plus the amount to be added', () => {
  expect(usedCents(use(100, { otherClubsCents: 20, elsewhereCents: 3 }), 4000)).toBe(4123);
});

test('from 80 percent on the allowance is nearly used up, and at 100 used up; a cent less is neither', () => {
  expect(allowanceWarning(use(263_999))).toBeUndefined();
  expect(allowanceWarning(use(264_000))).toBe('near');
  expect(allowanceWarning(use(329_999))).toBe('near');
  expect(allowanceWarning(use(330_000))).toBe('reached');
  expect(allowanceWarning(use(200_000), 130_000)).toBe('reached');
  expect(allowanceWarning(use(0, { limitCents: 0 }))).toBe('reached');
});

test('the percentage never exceeds the actual use, and more money never lowers the warning', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  const order = [undefined, 'near', 'reached'] as const;
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 1, max: 1_000_000 }), (here, added, limitCents) => {
      const before = use(here, { limitCents });
      expect(usedPercent(before) * limitCents).toBeLessThanOrEqual(100 * here);
      expect(order.indexOf(allowanceWarning(before, added))).toBeGreaterThanOrEqual(order.indexOf(allowanceWarning(before)));
    }),
  );
});
