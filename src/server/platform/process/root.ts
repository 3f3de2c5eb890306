import fs from 'node:fs';
import path from 'node:path';

/** The folder of this project, whether the code runs from src/ or from a bundle in dist/. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the running file.');
  return findRoot(parent);
}
