import { encode } from 'uqr';
import classes from './course.module.css';

/** An address, or what `label` says, as a code for phones. */
export function QrCode({ text, label = `QR-Code: ${text}` }: { text: string; label?: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes['qr']}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
