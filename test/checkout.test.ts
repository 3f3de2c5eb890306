import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { eventually, temporaryFolder, type Running } from './processes.ts';

const cache = temporaryFolder();
const folders: string[] = [];
const registries: http.Server[] = [];

afterEach(() => {
  for (const registry of registries.splice(0)) {
    registry.closeAllConnections();
    registry.close();
  }
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});
afterAll(() => fs.rmSync(cache, { recursive: true }));

test('a line that is cut in the middle of an install leaves the previous packages, and what was built before starts', async () => {
  const registry = await openRegistry((response) => {
    response.writeHead(200, { 'content-length': 100_000 });
    response.write(Buffer.alloc(50_000), () => response.destroy());
  });
  const checkout = makeCheckout(registry.port);
  const before = filesOf(checkout);
  const { code, output, errors } = await run(checkout, 'start').ended;
  expect(registry.asked()).toBeGreaterThan(0);
  expect(errors).toContain('what was installed before is used');
  expect({ code, output }).toEqual({ code: 0, output: 'previous program\n' });
  expect(filesOf(checkout)).toEqual(before);
});

test('a first install over a line that is cut says so, and leaves nothing half installed', async () => {
  const registry = await openRegistry((response) => response.destroy());
  const checkout = makeCheckout(registry.port);
  for (const folder of ['node_modules', 'dist']) fs.rmSync(path.join(checkout, folder), { recursive: true });
  const before = filesOf(checkout);
  const { code, errors } = await run(checkout, 'start').ended;
  expect({ code, said: errors.trim().split('\n').at(-1) }).toEqual({ code: 1, said: '[vereinsportal] npm ci failed' });
  expect(filesOf(checkout)).toEqual(before);
});

test('SIGTERM ends an install that waits for the network, and everything from before is still there', async () => {
  const registry = await openRegistry(() => undefined);
  const checkout = makeCheckout(registry.port);
  const before = filesOf(checkout);
  const { child, ended } = run(checkout, 'start');
  await eventually(() => registry.asked() > 0);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 1, output: '' });
  expect(filesOf(checkout)).toEqual(before);
});

test('a build that fails leaves the previous one whole; one that succeeds takes its place', async () => {
  const checkout = makeCheckout(0);
  fs.writeFileSync(path.join(checkout, 'node_modules/.installed'), sumOf(checkout, ['package.json', 'package-lock.json']));
  const before = filesOf(path.join(checkout, 'dist'));
  addProgram(checkout, 'node_modules/vite/bin/vite.js', `make(told('--outDir'), 'index.html', 'new page');`);
  addProgram(checkout, 'node_modules/rolldown/bin/cli.mjs', `make(told('--dir'), 'main.js', 'throw new Error()'); process.exit(3);`);
  expect(await run(checkout, 'start').ended).toMatchObject({ code: 3, output: '' });
  expect(filesOf(path.join(checkout, 'dist'))).toEqual(before);
  addProgram(checkout, 'node_modules/rolldown/bin/cli.mjs', `make(told('--dir'), 'main.js', 'console.log("new program")');`);
  expect(await run(checkout, 'start').ended).toMatchObject({ code: 0, output: 'new program\n' });
  expect(Object.keys(filesOf(path.join(checkout, 'dist')))).toEqual(['build-id', 'server/main.js', 'web/index.html']);
  expect(fs.existsSync(path.join(checkout, '.build'))).toBe(false);
});

/** A checkout of a small program, installed and built, whose lock file then requires another package. */
function makeCheckout(port: number): string {
  const folder = temporaryFolder();
  folders.push(folder);
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  for (const file of ['run.mjs', 'serverProcess.mjs', 'compress.mjs'])
    write(`scripts/${file}`, fs.readFileSync(path.join(projectRoot, 'scripts', file), 'utf8'));
  for (const file of [
    'index.html',
    'vite.config.ts',
    'scripts/chunks.ts',
    'scripts/chunking.ts',
    'scripts/publicFiles.ts',
    'scripts/pureShapes.ts',
    'rolldown.config.ts',
  ])
    write(file, '');
  const wanted = { name: 'portal', version: '1.0.0', dependencies: { small: '1.0.0' } };
  const small = { version: '1.0.0', resolved: `http://127.0.0.1:${port}/small/-/small-1.0.0.tgz`, integrity: `sha512-${'A'.repeat(86)}==` };
  write('package.json', JSON.stringify(wanted));
  const packages = { '': wanted, 'node_modules/small': small };
  write('package-lock.json', JSON.stringify({ name: 'portal', version: '1.0.0', lockfileVersion: 3, requires: true, packages }));
  write('.npmrc', `registry=http://127.0.0.1:${port}/\nfetch-retries=0\n`);
  write('node_modules/.installed', 'the previous ones');
  write('node_modules/old/index.js', '');
  write('dist/build-id', 'the previous one');
  write('dist/server/main.js', "console.log('previous program');");
  return folder;
}

/** Adds the executable of a package; it can require a command line argument and create a file. */
function addProgram(checkout: string, file: string, text: string): void {
  const told = 'const told = (name) => process.argv[process.argv.indexOf(name) + 1];';
  const make =
    'const make = (folder, file, text) => { mkdirSync(folder, { recursive: true }); writeFileSync(`${folder}/${file}`, text); };';
  fs.mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
  fs.writeFileSync(
    path.join(checkout, file),
    `const { mkdirSync, writeFileSync } = process.getBuiltinModule('node:fs');\n${told}\n${make}\n${text}\n`,
  );
}

/** A package registry on localhost that answers all requests with the given function. */
async function openRegistry(answer: (response: http.ServerResponse) => void): Promise<{ port: number; asked(): number }> {
  let asked = 0;
  const registry = http.createServer((_, response) => {
    asked++;
    answer(response);
  });
  registries.push(registry);
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  return { port: (registry.address() as AddressInfo).port, asked: () => asked };
}

function run(checkout: string, command: string): Omit<Running, 'output' | 'errors'> {
  const child = spawn(process.execPath, ['scripts/run.mjs', command], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], HOME: cache, npm_config_cache: cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, output, errors }))) };
}

/** The files of a folder with their contents, without Node's compile cache. */
function filesOf(folder: string): { [file: string]: string } {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('node_modules/.cache/'));
  return Object.fromEntries(paths.toSorted().map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')]));
}

function sumOf(folder: string, files: readonly string[]): string {
  const sum = createHash('sha256');
  for (const file of files) sum.update(file).update(fs.readFileSync(path.join(folder, file)));
  return sum.digest('hex');
}
