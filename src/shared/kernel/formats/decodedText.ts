/** Browsers and Node both have it; the types of this project know neither. */
declare const TextDecoder: new (label: string, options?: { fatal: boolean }) => { decode: (bytes: Uint8Array) => string };

/** The text of a file, and the name of its encoding. */
type Decoded = { text: string; encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252' };

/**
 * The text of an uploaded file in any encoding that spreadsheets save: a byte order mark decides; otherwise valid UTF-8 is UTF-8, and the
 * rest comes from an older German program (Windows-1252).
 */
export function decodedText(bytes: Uint8Array): Decoded {
  const as = (label: string, encoding: Decoded['encoding']): Decoded => ({ text: new TextDecoder(label).decode(bytes), encoding });
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return as('utf-16le', 'UTF-16');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return as('utf-16be', 'UTF-16');
  const start = bytes.subarray(0, 200);
  const zeros = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) > start.length / 4) return as('utf-16le', 'UTF-16');
  if (zeros(0) > start.length / 4) return as('utf-16be', 'UTF-16');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return as('windows-1252', 'Windows-1252');
  }
}
