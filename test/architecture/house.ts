import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { drawHouse } from './picture.ts';

// npm run house: writes the picture of docs/architecture.md; with --check it only says whether the one there still tells the truth.
const file = path.join(projectRoot, 'docs/house.svg');
const drawn = drawHouse();
if (!process.argv.includes('--check')) fs.writeFileSync(file, drawn);
else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== drawn) {
  console.error('docs/house.svg shows another house than the sources. Draw it anew: npm run house');
  process.exitCode = 1;
}
