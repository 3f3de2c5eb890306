import fs from 'node:fs';
import path from 'node:path';

/** The project folder, whether the code runs from src/ or from a bundle in dist/. */
export const projectRoot = findRoot(import.meta.dirname);

/** The version of the running program, such as 2.4.1; users see its first two numbers. */
export const programVersion = readVersion();

/** Whether this is a packed release and not a checkout. */
const isRelease = fs.existsSync(path.join(projectRoot, 'SHA256SUMS'));

/** A command as an operator types it: a release has no npm. */
export function asTyped(text: string, inRelease = isRelease): string {
  return inRelease ? text.replaceAll(/npm run ([\w:-]+)(?:( \[?)-- )?/g, './vereinsportal $1$2') : text;
}

/** The file of an operator's command, to be run by this Node. */
export function commandFile(name: string): string {
  return path.join(projectRoot, isRelease ? `dist/commands/${name}.js` : `src/server/commands/${name}.ts`);
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
  return version;
}

function findRoot(folder: string): string {
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the running file.');
  return findRoot(parent);
}
