import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../src/server/platform/process/root.ts';

/** The walls of docs/architecture.md, sections 1 and 2. There is no list of exceptions. */
const walls: IFlattenedRuleSet = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything-is-found', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'shared-is-pure',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { pathNot: ['^src/shared/', 'node_modules/zod/', 'node_modules/@orpc/contract/'] },
    },
    { name: 'server-knows-no-web', severity: 'error', from: { path: '^src/server/' }, to: { path: '^src/web/' } },
    { name: 'web-knows-no-server', severity: 'error', from: { path: '^src/web/' }, to: { path: '^src/server/' } },
    { name: 'product-knows-no-test', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^src/server/platform/' },
      to: { path: '^src/server/', pathNot: '^src/server/platform/' },
    },
    {
      name: 'server-feature-through-table-or-service',
      severity: 'error',
      comment: 'app.ts, main.ts, jobs.ts, secret.ts, db/ and commands/ put the features together and may know them all.',
      from: { path: '^src/server/([^/]+)/', pathNot: '^src/server/(platform|db|commands)/' },
      to: { path: '^src/server/', pathNot: ['^src/server/$1/', '^src/server/platform/', '^src/server/[^/]+/(table|service)\\.ts$'] },
    },
    {
      name: 'server-feature-knows-no-root',
      severity: 'error',
      from: { path: '^src/server/([^/]+)/', pathNot: '^src/server/(db|commands)/' },
      to: { path: '^src/server/(db/|commands/|[^/]+\\.ts$)' },
    },
    {
      name: 'web-foundation-knows-no-feature',
      severity: 'error',
      from: { path: '^src/web/(lib|ui)/' },
      to: { path: '^src/web/', pathNot: ['^src/web/(lib|ui)/', '^src/web/[^/]+\\.ts$'] },
    },
    {
      name: 'web-feature-knows-no-other',
      severity: 'error',
      from: { path: '^src/web/([^/]+)/', pathNot: '^src/web/(app|lib|ui)/' },
      to: { path: '^src/web/', pathNot: ['^src/web/$1/', '^src/web/(lib|ui)/', '^src/web/texts\\.ts$'] },
    },
  ],
};

let result: ICruiseResult;
beforeAll(async () => {
  process.chdir(projectRoot);
  const { output } = await cruise(['src'], {
    ruleSet: walls,
    validate: true,
    parser: 'swc',
    exclude: { path: '\\.test\\.tsx?$' },
    doNotFollow: { path: 'node_modules' },
    // Types count as well: web and server share not even one.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  });
  if (typeof output === 'string') throw new Error('The result was written instead of returned.');
  result = output;
});

test('no module reaches through a wall, and no modules import each other in a circle', () => {
  expect(result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
});

test('the check has really read the TypeScript of all three roots', () => {
  const own = result.modules.filter(({ source }) => source.startsWith('src/'));
  const read = (root: string) => own.filter(({ source }) => source.startsWith(`src/${root}/`) && /\.tsx?$/.test(source));
  expect(read('shared').length).toBeGreaterThanOrEqual(15);
  expect(read('server').length).toBeGreaterThanOrEqual(60);
  expect(read('web').length).toBeGreaterThanOrEqual(30);
  const edges = own.flatMap(({ dependencies }) => dependencies);
  expect(edges.length).toBeGreaterThanOrEqual(300);
  // A type import across two roots is seen; without swc the parser finds none.
  const app = own.find(({ source }) => source === 'src/server/app.ts');
  expect(app?.dependencies.map(({ resolved }) => resolved)).toEqual(
    expect.arrayContaining(['src/shared/kernel/clubs.ts', 'src/server/accounts/users/api.ts', 'src/server/platform/live.ts']),
  );
});

test('no source file is longer than 300 lines', () => {
  const sources = fs
    .readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$|migrations|db\/demo/.test(file));
  expect(sources.length).toBeGreaterThan(80);
  const long = sources.filter((file) => fs.readFileSync(path.join('src', file), 'utf8').trimEnd().split('\n').length > 300);
  expect(long).toEqual([]);
});
