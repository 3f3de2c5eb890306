import { expect, test } from 'vitest';
import { clubNumberOf, feeYearOf, honourParametersOf, orderParametersOf } from './clubParameters.ts';

const takes = (shape: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) => shape.safeParse(value).success;

test('the parameters of a club contain its name, so that no club reads those of another', () => {
  const names = [orderParametersOf('RWA'), honourParametersOf('RWA')].flatMap(Object.keys);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !name.includes('.RWA.'))).toEqual([]);
  expect(Object.values(orderParametersOf('SCB')).map(({ label }) => label)).toContain('Bar bezahlen (SCB)');
});

test('the numbers of a club are never public', () => {
  const all = [clubNumberOf('GSV'), feeYearOf('GSV')];
  expect(all.filter(({ isPublic }) => isPublic)).toEqual([]);
});

test('the fee year begins in one of twelve months', () => {
  const { shape, default: usual } = feeYearOf('RWA');
  expect([0, 1, 12, 13, 1.5].filter((month) => takes(shape, month))).toEqual([1, 12]);
  expect(usual).toBe(1);
});

test('honours are whole numbers of years from 1 to 999, twenty at most', () => {
  const { shape, default: usual } = honourParametersOf('RWA')['honours.RWA.birthdays'];
  expect(takes(shape, usual)).toBe(true);
  expect(['1', '999', '0', '1000', '07', '7.5', ''].filter((years) => takes(shape, [years]))).toEqual(['1', '999']);
  expect(
    [20, 21].map((count) =>
      takes(
        shape,
        Array.from({ length: count }, () => '70'),
      ),
    ),
  ).toEqual([true, false]);
});

test('a club offers no further payment method until its board enables it', () => {
  expect(Object.values(orderParametersOf('RWA')).map(({ default: usual }) => usual)).toEqual([false, false]);
});
