import { fieldProblem } from '#server/platform/http/problem.ts';

const edgePx = 1280;

/** Re-encodes a photo to a small size without its metadata (place and time); throws a problem on its field for anything else. */
export async function redrawPhoto(dataUrl: string): Promise<string> {
  const { default: sharp } = await import('sharp');
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  try {
    const drawn = await sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error' })
      .rotate()
      .resize(edgePx, edgePx, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer();
    return `data:image/webp;base64,${drawn.toString('base64')}`;
  } catch {
    throw fieldProblem('photo', 'Dieses Foto ist nicht zu lesen.');
  }
}
