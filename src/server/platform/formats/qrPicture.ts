import { encode } from 'uqr';

/** How many pixels wide a module of the code is: a phone reads it from a screen, and a printer draws it sharply. */
const modulePixels = 8;

/** A QR code as a picture (PNG), dark on white. */
export async function qrPicture(text: string): Promise<Buffer> {
  // Loaded with the first code, so that the server starts without it.
  const { default: sharp } = await import('sharp');
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const pixels = Buffer.from(data.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * modulePixels, size * modulePixels, { kernel: 'nearest' })
    .png()
    .toBuffer();
}
