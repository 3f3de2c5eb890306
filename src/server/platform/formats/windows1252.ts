/** The commonly used characters in which Windows-1252 differs from Latin-1. */
const others = new Map(
  [...'€‚„…†‡‰‹‘’“”•–—›™'].map((sign, at) => [
    sign,
    [0x80, 0x82, 0x84, 0x85, 0x86, 0x87, 0x89, 0x8b, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x9b, 0x99][at] ?? 0x3f,
  ]),
);

/** Encodes a text for older German programs; unsupported characters become question marks. */
export function windows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...text.normalize('NFC')], (sign) => {
    const code = sign.codePointAt(0) ?? 0x3f;
    return others.get(sign) ?? (code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : 0x3f);
  });
}
