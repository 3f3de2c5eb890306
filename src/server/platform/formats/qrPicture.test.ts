import { expect, test } from 'vitest';
import sharp from 'sharp';
import { qrPicture } from './qrPicture.ts';

test('a code is a square picture, dark on white, with a quiet zone of four modules', async () => {
  const { data, info } = await sharp(await qrPicture('BCD\n002\n1\nSCT'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width === info.height, info.width % 8]).toEqual([true, 0]);
  const at = (x: number, y: number) => data[(y * info.width + x) * info.channels];
  expect([at(4, 4), at(36, 36)]).toEqual([255, 0]);
});
