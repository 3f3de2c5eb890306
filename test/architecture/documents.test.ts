import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pageNames, pageOf } from '../../src/shared/kernel/pages.ts';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { floors, roots } from './floors.ts';

const documents = fs
  .globSync(['*.md', 'docs/**/*.md'], { cwd: projectRoot })
  // What was done is told with the names of its day.
  .filter((document) => document !== 'CHANGELOG.md');

test('every file that the documents name is there', () => {
  const named = documents.flatMap((document) => {
    const text = fs.readFileSync(path.join(projectRoot, document), 'utf8');
    return [...text.matchAll(/`((?:src|test|docs|scripts|deploy|shared|server|web|platform)\/[\w./*-]+)`/g)].map(([, file = '']) => ({
      document,
      file,
    }));
  });
  expect(named.length).toBeGreaterThan(30);
  // Long ways are shortened by the root they begin with.
  const ways = (file: string) => [file, `src/${file}`, `src/server/${file}`];
  const missing = named.filter(({ file }) => fs.globSync(ways(file), { cwd: projectRoot }).length === 0);
  expect(missing.map(({ document, file }) => `${document}: ${file}`)).toEqual([]);
});

test('every file to which a document links is there', () => {
  const linked = documents.flatMap((document) => {
    const text = fs.readFileSync(path.join(projectRoot, document), 'utf8');
    const targets = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = '']) => target);
    return targets.filter((target) => !/^\w+:/.test(target)).map((target) => ({ document, target }));
  });
  expect(linked.length).toBeGreaterThan(15);
  const missing = linked.filter(({ document, target }) => !fs.existsSync(path.join(projectRoot, path.dirname(document), target)));
  expect(missing.map(({ document, target }) => `${document}: ${target}`)).toEqual([]);
});

test('every page that the specification does not list is named as ours, and no other', () => {
  const text = fs.readFileSync(path.join(projectRoot, 'docs/specification.md'), 'utf8');
  const [, told = ''] = /Ours beside the list: ([^]+?)\n\n/.exec(text) ?? [];
  const named = [...told.matchAll(/\/[\w/{}…]+/g)].map(([address]) => address);
  const specified =
    /^\/(?:login|events|feedback|news|support|myClub|id\/\{course\}|member\/\{memberId\}|rwa\/\{slug…\}|gsv\/\{slug…\}|admin(?:\/(?:audit|bookings|courses\/.+|courseStat|events|facilities|feedback|mail|members|memberStatistic|news|operations|participants|user|versionInfo|sampleAccordion|mobile\/.+))?)?$/;
  const ours = pageNames.map((name) => addressInWords(pageOf(name).path)).filter((address) => !specified.test(address));
  expect(named.toSorted()).toEqual(ours.toSorted());
});

/** An address as the documents write it; a rest of any length is an id, or the names of a content page. */
function addressInWords(address: string): string {
  const rest = /^\/(?:rwa|scb|gsv)\//.test(address) ? '{slug…}' : '{id}';
  return address.replace(/\$$/, rest).replaceAll(/\$(\w+)/g, '{$1}');
}

test('every decision is linked from the architecture', () => {
  const decisions = fs.readdirSync(path.join(projectRoot, 'docs/decisions'));
  expect(decisions.length).toBeGreaterThan(8);
  const text = fs.readFileSync(path.join(projectRoot, 'docs/architecture.md'), 'utf8');
  expect(decisions.filter((file) => !text.includes(`](decisions/${file})`))).toEqual([]);
});

test('the table of wings names every room on its floor, and no other', () => {
  const text = fs.readFileSync(path.join(projectRoot, 'docs/architecture.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\d) \| `(\w+)`[^|]*\|[^|]*\| ([^|]*) \|$/gm)];
  const told = rows.map(([, floor = '', wing = '', rooms = '']) => ({
    floor: Number(floor),
    wing,
    rooms: [...rooms.matchAll(/`(\w+)`/g)].map(([, room = '']) => room),
  }));
  const built = floors.flatMap((wings, floor) => wings.map((wing) => ({ floor, wing: String(wing), rooms: roomsOf(wing) })));
  expect(built.flatMap(({ rooms }) => rooms).length).toBeGreaterThan(100);
  expect(told).toEqual(built);
});

/** The folders of a wing in all three roots; `parts` is a door, no room. */
function roomsOf(wing: string): string[] {
  const folders = roots
    .map((root) => path.join(projectRoot, 'src', root, wing))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder, { withFileTypes: true }));
  const names = folders.filter((entry) => entry.isDirectory() && entry.name !== 'parts').map(({ name }) => name);
  return [...new Set(names)].sort();
}
