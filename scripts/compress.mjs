// Compresses the built files of a folder at build time, so that the server can send them as they are.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const [folder = 'dist/web'] = process.argv.slice(2);
const compressible = /\.(js|css|svg|json|webmanifest|txt)$/;

for (const file of fs.readdirSync(folder, { recursive: true })) {
  const full = path.join(folder, file);
  if (!compressible.test(file) || !fs.statSync(full).isFile()) continue;
  const bytes = fs.readFileSync(full);
  if (bytes.length < 1024) continue;
  fs.writeFileSync(`${full}.gz`, zlib.gzipSync(bytes, { level: 9 }));
  fs.writeFileSync(`${full}.br`, zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
