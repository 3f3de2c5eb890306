import { encode } from 'uqr';

type QrCodeProps = { text: string; /** Its accessible name. */ label?: string; className?: string | undefined };

/** A QR code, dark on white in both colour modes, since some apps cannot read inverted codes. */
export function QrCode({ text, label = `QR-Code: ${text}`, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
