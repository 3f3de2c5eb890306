import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { mantineClasses, withoutUnused } from '../scripts/usedStyles.ts';

test('a rule goes if each of its selectors needs a class that nothing has; what stands in brackets is not needed', () => {
  const sheet = `@layer mantine {
    .m_a { color: red }
    .m_b, .m_a:hover { color: blue }
    .m_a .m_b { color: green }
    :where(.m_b) + .m_a:not(.m_b) { color: black }
    @media print { .m_b { display: none } }
    @keyframes m_b { from { opacity: 0 } }
    body { margin: 0 }
  }`;
  const left = withoutUnused(sheet, mantineClasses(['{root:"m_a"}']));
  expect(left.replaceAll(/\s+/g, ' ')).toBe(
    '@layer mantine { .m_a { color: red } .m_a:hover { color: blue } :where(.m_b) + .m_a:not(.m_b) { color: black } @keyframes m_b { from { opacity: 0 } } body { margin: 0 } }',
  );
});

test('each class that a script of the build gives to elements has the rules that Mantine wrote for it', () => {
  const assets = path.join(projectRoot, 'dist/web/assets');
  const texts = (ending: string) =>
    fs.readdirSync(assets).flatMap((file) => (file.endsWith(ending) ? [fs.readFileSync(path.join(assets, file), 'utf8')] : []));
  const packages = path.join(projectRoot, 'node_modules/@mantine');
  const styled = mantineClasses(
    fs.readdirSync(packages).flatMap((name) => {
      const sheet = path.join(packages, name, 'styles.css');
      return fs.existsSync(sheet) ? [fs.readFileSync(sheet, 'utf8')] : [];
    }),
  );
  const used = [...mantineClasses(texts('.js'))].filter((one) => styled.has(one));
  expect(used.length).toBeGreaterThan(100);
  const kept = mantineClasses(texts('.css'));
  expect(used.filter((one) => !kept.has(one))).toEqual([]);
});
