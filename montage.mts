import sharp from 'sharp';
const names = process.argv.slice(3);
const imgs = await Promise.all(names.map(async (n) => ({ n, b: await sharp(`/tmp/s/${n}.png`).resize({ height: 844 }).toBuffer({ resolveWithObject: true }) })));
let x = 0; const parts = imgs.map(({ b }) => { const p = { input: b.data, left: x, top: 0 }; x += b.info.width + 10; return p; });
await sharp({ create: { width: x, height: 844, channels: 3, background: '#888' } }).composite(parts).png().toFile(process.argv[2]!);
