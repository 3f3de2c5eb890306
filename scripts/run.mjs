// Installs and builds if needed, then runs a command with Node 24. Plain JavaScript without dependencies, for Node 18 and later.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverEnvironment, serverOptions } from './serverProcess.mjs';

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
const [command, ...args] = process.argv.slice(2);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const isInstalled = await install();
const node = findNode();
/** The settings of .env; environment variables take precedence. */
const withEnv = fs.existsSync('.env') ? ['--env-file=.env'] : [];
const { NODE_COMPILE_CACHE, NODE_USE_SYSTEM_CA } = serverEnvironment;
/** The heap limit must be passed to Node before it reads any settings. */
const heapMb = process.env.HEAP_MB || /^HEAP_MB=['"]?(\d+)/m.exec(read('.env'))?.[1];
const heap = heapMb ? [`--max-old-space-size=${heapMb}`] : [];
const commands = {
  start: () => (
    (isInstalled || read('dist/build-id') === '') && build(),
    become([...serverOptions, ...heap, ...withEnv, 'dist/server/main.js', ...args], serverEnvironment)
  ),
  dev: () => become(['scripts/dev.mjs']),
  test: () => (build(), check(), become(['node_modules/vitest/vitest.mjs', 'run', ...args])),
  check: () => check(),
  house: () => become(['test/architecture/house.ts', ...args]),
  figures: () => become(['test/architecture/figures.ts', ...args]),
  format: () => run('node_modules/oxfmt/bin/oxfmt', [...sources()]),
  bench: () => (build(), become(['test/bench/main.ts', ...args])),
  pictures: () => (build(), become(['test/pictures/main.ts', ...args])),
  prove: () => (build(), become(['test/prove/main.ts', ...args])),
  release: () => (build(), become(['scripts/release.mjs', ...args])),
  'db:generate': () => become(['node_modules/drizzle-kit/bin.cjs', 'generate', ...args]),
};
/** `mail:test` is in mailTest.ts, `rotate-key` in rotateKey.ts. */
const ownCommand = `src/server/commands/${command?.replace(/[:-](\w)/g, (_, letter) => letter.toUpperCase())}.ts`;
if (commands[command]) commands[command]();
else if (fs.existsSync(ownCommand)) become([...withEnv, ownCommand, ...args], { NODE_COMPILE_CACHE, NODE_USE_SYSTEM_CA });
else fail(`Unknown command: ${command}`);

/**
 * Installs the packages of the lock file if they are not installed: into a temporary folder, so that the existing ones
 * remain usable until the installation is complete. Returns false if it failed and an earlier installation can be used.
 */
async function install() {
  const wanted = hash(['package.json', 'package-lock.json']);
  const marker = 'node_modules/.installed';
  if (read(marker) === wanted) return true;
  // A new version or script of this project changes package.json but needs no package.
  if (areInstalled()) {
    fs.writeFileSync(marker, wanted);
    return true;
  }
  tell('installing dependencies (npm ci)');
  const beside = '.install';
  fs.rmSync(beside, { recursive: true, force: true });
  fs.mkdirSync(beside);
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) fs.copyFileSync(file, path.join(beside, file));
  const failure = await runNpm(beside);
  if (failure === undefined) {
    fs.rmSync('node_modules', { recursive: true, force: true });
    fs.renameSync(path.join(beside, 'node_modules'), 'node_modules');
  }
  fs.rmSync(beside, { recursive: true, force: true });
  if (failure === undefined) fs.writeFileSync(marker, wanted);
  else if (read(marker) === '') fail(failure);
  else tell(`${failure}; what was installed before is used`);
  return failure === undefined;
}

/** Runs `npm ci` in a folder and ends it on a signal. Returns the error message, if any. */
function runNpm(folder) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  const child = spawn(npm, words, { cwd: folder, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: '' } });
  const end = () => {
    // npm would only react after a network timeout, and its result is discarded.
    child.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  };
  for (const signal of signals) process.once(signal, end);
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(`npm ci failed: ${message}`));
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, end);
      resolve(code === 0 ? undefined : 'npm ci failed');
    });
  });
}

/** Whether npm's list of installed packages contains every package of the lock file, except for those of other platforms. */
function areInstalled() {
  const [wanted, present] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) => JSON.parse(read(file) || '{}').packages);
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([name, { integrity, optional }]) =>
    name === '' || present[name] === undefined ? name === '' || optional : present[name].integrity === integrity,
  );
}

/** The Node 24 installed as a package; on other platforms the running one if it is recent enough. */
function findNode() {
  const packaged = path.resolve(`node_modules/node-${process.platform}-${process.arch}/bin/node`);
  const found = fs.existsSync(packaged) ? packaged : process.execPath;
  const version = spawnSync(found, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (Number(version.split('.')[0]) < 24) fail(`Node 24 is needed, found ${version || 'none'}.`);
  return found;
}

/**
 * Builds the web and the server if a source has changed since the last build: into a temporary folder, so that the
 * previous build remains usable until the new one is complete.
 */
function build() {
  const id = hash([
    ...walk('src'),
    ...walk('public'),
    'index.html',
    'vite.config.ts',
    'scripts/chunks.ts',
    'scripts/chunking.ts',
    'scripts/publicFiles.ts',
    'scripts/pureShapes.ts',
    'rolldown.config.ts',
    'package-lock.json',
  ]).slice(0, 16);
  if (read('dist/build-id') === id) return;
  tell('building');
  const beside = '.build';
  const [made, before] = [path.join(beside, 'dist'), path.join(beside, 'before')];
  fs.rmSync(beside, { recursive: true, force: true });
  run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn', '--outDir', `${made}/web`, '--emptyOutDir']);
  // Hides the list of files on stdout; errors are written to stderr.
  run('node_modules/rolldown/bin/cli.mjs', ['-c', 'rolldown.config.ts', '--log-level', 'warn', '--dir', `${made}/server`], 'ignore');
  run('scripts/compress.mjs', [`${made}/web`]);
  fs.writeFileSync(`${made}/build-id`, id);
  if (fs.existsSync('dist')) fs.renameSync('dist', before);
  fs.renameSync(made, 'dist');
  fs.rmSync(beside, { recursive: true, force: true });
}

/** All static checks of the sources. */
function check() {
  run('node_modules/oxfmt/bin/oxfmt', ['--check', ...sources()]);
  run('node_modules/oxlint/bin/oxlint', ['--deny-warnings']);
  for (const project of ['shared', 'server', 'web', 'test']) {
    const known = ['--incremental', '--tsBuildInfoFile', `node_modules/.tsc-${project}`];
    run('node_modules/typescript/bin/tsc', ['-p', `tsconfig.${project}.json`, ...known]);
  }
  run('node_modules/knip/bin/knip.js', ['--no-progress']);
  run('test/architecture/house.ts', ['--check']);
}

function sources() {
  return ['src', 'test', 'scripts', 'vite.config.ts', 'vitest.config.ts', 'rolldown.config.ts', 'drizzle.config.ts'];
}

function run(file, options = [], output = 2) {
  must(
    spawnSync(node, [file, ...options], { stdio: ['ignore', output, 2], env: { ...process.env, PATH: withNode() } }),
    `${file} ${options.join(' ')}`,
  );
}

/** Runs a program in place of this process: forwards signals and its exit code. */
function become(options, env = {}) {
  const child = spawn(node, options, { stdio: 'inherit', env: { ...process.env, PATH: withNode(), ...env } });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function withNode() {
  return `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`;
}

function walk(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? walk(path.join(folder, entry.name)) : [path.join(folder, entry.name)]))
    .sort();
}

function hash(files) {
  const sum = crypto.createHash('sha256');
  for (const file of files) sum.update(file).update(fs.readFileSync(file));
  return sum.digest('hex');
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function must(result, what) {
  if (result.status === 0) return;
  fail(`${what} failed${result.error ? `: ${result.error.message}` : ''}`, result.status ?? 1);
}

function tell(message) {
  console.error(`[vereinsportal] ${message}`);
}

function fail(message, code = 1) {
  tell(message);
  process.exit(code || 1);
}
