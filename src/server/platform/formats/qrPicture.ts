import { encode } from 'uqr';

/** The width of a module in pixels: readable from a screen and sharp in print. */
const modulePixels = 8;

/** A QR code as a PNG, dark on white. */
export async function qrPicture(text: string): Promise<Buffer> {
  // Loaded on first use, so that the server starts without it.
  const { default: sharp } = await import('sharp');
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const pixels = Buffer.from(data.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * modulePixels, size * modulePixels, { kernel: 'nearest' })
    .png()
    .toBuffer();
}
