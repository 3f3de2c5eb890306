import { encode } from 'uqr';
import { euros } from '#shared/kernel/money.ts';
import { giroCode, type Transfer } from '#shared/kernel/giroCode.ts';
import classes from './transfer.module.css';

/** A transfer as a code that the bank's app reads: dark on white in every look, since apps read no other. */
export function GiroCode({ name, iban, cents, reference }: Transfer) {
  const code = giroCode({ name, iban, cents, reference });
  if (!code) return null;
  const { data, size } = encode(code, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={`GiroCode: ${euros(cents)} an ${name}, ${reference}`}
      viewBox={`0 0 ${size} ${size}`}
      className={classes['code']}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
