import path from 'node:path';
import { floorOf, isDemo, objectionTo, rootOf, wingOf } from './floors.ts';
import { formsOf } from './forms.ts';
import { edges, knotsOf, roomsInKnots, wingEdges } from './imports.ts';
import { foreignReads, foreignWrites } from './rawSql.ts';
import { exportsOf, ruleFiles, testOf } from './shared.ts';
import { filesBelow, isNode, isTest, linesOf, nameOf, sources, visitNodes } from './sources.ts';
import { strayLists } from './states.ts';

// npm run figures: how the house measures, as far as a machine can count it.
const product = filesBelow('src').filter((file) => /\.tsx?$/.test(file) && !isTest(file) && !isDemo(file));
const lengths = product
  .filter((file) => !isDemo(file))
  .map(linesOf)
  .sort((one, other) => one - other);
const sourceLines = sum(lengths);
const testFiles = [...filesBelow('src'), ...filesBelow('test')].filter((file) => isTest(file) || /^test\/[^/]+\.tsx?$/.test(file));
const allTestFiles = [...filesBelow('src').filter(isTest), ...filesBelow('test').filter((file) => /\.tsx?$/.test(file))];

const rows: [figure: string, value: string | number, goal: string][] = [
  ['wings in one knot', knotsOf(wingEdges()).flat().length, '0'],
  ['imports that run back, or not by the doors', edges.filter(({ from, to }) => objectionTo(from, to)).length, '0'],
  ['rooms in knots (inside wings)', roomsInKnots().length, '–'],
  ['rooms at the top of server + web', `${atTop('server')} + ${atTop('web')}`, '11 + 11'],
  ['foreign writes; foreign raw SQL outside views', `${foreignWrites().length}; ${foreignReads().length}`, '0; 0'],
  ['largest folder; files flat in shared', `${largestFolder()}; ${filesIn('src/shared')}`, '≤ 25; ≤ 20'],
  ['sets of states away from the states', strayLists().length, '0'],
  ['files that list enrolment states', enrolmentLists() + 1, '1'],
  ['course registration: files / folders', registration(), '≤ 17 / 5'],
  ['forms on the shared shape; light ones that answer', forms(), 'all; all'],
  ['`as X` outside platform', assertions(), '< 30'],
  ['test lines per 100 lines (with bench, proofs)', `${per100(testFiles)} (${per100(allTestFiles)})`, '≥ 50'],
  ['test lines per 100 lines of rules in shared', `${testsOfRules()}`, '–'],
  ['exported values of shared with a docstring', documented(), 'all'],
  ['median / p90 / longest file', `${quantile(0.5)} / ${quantile(0.9)} / ${lengths.at(-1)}`, '≤ 60 / 160 / 300'],
  ['lines of src without tests', sourceLines, '≤ 67,700'],
];
for (const [figure, value, goal] of rows) console.log(`${figure.padEnd(48)} ${String(value).padStart(16)}   ${goal}`);

/** Wings; foundations and what puts the wings together are no rooms. */
function atTop(root: string): number {
  const folders = product.filter((file) => file.startsWith(`src/${root}/`) && file.split('/').length > 3).map((file) => file.split('/')[2]);
  const beside = ['platform', 'db', 'commands', 'app', 'ui', 'lib'];
  return new Set(folders.filter((folder) => folder && !beside.includes(folder))).size;
}

function filesIn(folder: string): number {
  return product.filter((file) => path.posix.dirname(file) === folder).length;
}

function largestFolder(): number {
  const files = filesBelow('src').filter((file) => !file.includes('/migrations/') && !isTest(file));
  return Math.max(...[...Map.groupBy(files, (file) => path.posix.dirname(file)).values()].map((within) => within.length));
}

function enrolmentLists(): number {
  const lists = strayLists().filter(({ vocabulary }) => /^(enrolment|participation)States$/.test(vocabulary.name));
  return new Set(lists.map(({ file }) => file)).size;
}

/** What the enrolment by the people themselves is made of on the server: its wing's files that it needs, directly or not. */
function registration(): string {
  const files = new Set(sources.map(({ file }) => file).filter((file) => file.endsWith('/courses/enrolments/ownApi.ts')));
  for (const from of files) {
    for (const edge of edges) if (edge.from === from && wingOf(edge.to) === 'courses') files.add(edge.to);
  }
  return `${files.size} / ${new Set([...files].map((file) => path.posix.dirname(file))).size}`;
}

/** Light forms come without shapes (decision 4): they show what the server refuses. */
function forms(): string {
  const all = formsOf(sources.filter(({ file }) => rootOf(file) === 'web'));
  const light = all.filter(({ isLight }) => isLight);
  const designed = all.filter(({ isLight }) => !isLight);
  const shaped = designed.filter(({ isShaped }) => isShaped);
  return `${shaped.length} of ${designed.length}; ${light.filter(({ isAnswered }) => isAnswered).length} of ${light.length}`;
}

/** Type assertions; `as const` promises nothing that the compiler does not see. */
function assertions(): number {
  let count = 0;
  for (const { file, program } of sources) {
    if (isDemo(file) || (wingOf(file) && floorOf('platform') === floorOf(wingOf(file) ?? 'office'))) continue;
    visitNodes(program, (node) => {
      const type = node.type === 'TSAsExpression' ? node['typeAnnotation'] : undefined;
      if (isNode(type) && nameOf(type['typeName']) !== 'const') count += 1;
    });
  }
  return count;
}

/** Of the files of shared that hold rules, by the tests beside them. */
function testsOfRules(): number {
  const tests = ruleFiles.flatMap((file) => testOf(file) ?? []);
  return Math.round((100 * sum(tests.map(linesOf))) / sum(ruleFiles.map(linesOf)));
}

function documented(): string {
  const values = exportsOf(sources.filter(({ file }) => rootOf(file) === 'shared'));
  return `${values.filter(({ isDocumented }) => isDocumented).length} of ${values.length}`;
}

function per100(files: readonly string[]): number {
  return Math.round((100 * sum(files.map(linesOf))) / sourceLines);
}

function quantile(share: number): number | undefined {
  return lengths[Math.floor(share * (lengths.length - 1))];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
