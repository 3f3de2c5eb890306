const edgePx = 1280;
const largestCharacters = 400_000;

/** A photo as a small JPEG data URL; 5 MB from a camera become some 200 KB. Rejects what is no picture. */
export async function shrinkPhoto(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, edgePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.8, 0.6, 0.4]) {
    const url = canvas.toDataURL('image/jpeg', quality);
    if (url.length <= largestCharacters) return url;
  }
  throw new Error('The photo is still too large.');
}
