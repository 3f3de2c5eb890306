import { floors, floorOf, rootOf, wingOf, type Wing } from './floors.ts';
import { wingEdges } from './imports.ts';
import { sources } from './sources.ts';

type Box = { wing: Wing; x: number; y: number; width: number };
type Side = 'top' | 'bottom' | 'left' | 'right';
type Arrow = { from: Box; to: Box; count: number; leaves: Side; enters: Side };

const picture = { width: 1080, height: 1090, boxHeight: 78, boxWidth: 250, step: 114 };
/** What everything stands on is drawn as ground, without an arrow from each wing. */
const ground: readonly Wing[] = ['kernel', 'platform'];
/** Arrows are drawn in four widths, so that the picture changes with the plan and not with every import. */
const widths = [
  { from: 50, width: 6, words: '50 imports and more' },
  { from: 15, width: 3.5, words: '15 to 49' },
  { from: 5, width: 2, words: '5 to 14' },
  { from: 1, width: 1, words: '1 to 4' },
];

/** The house as an SVG: wings on their floors with their rooms, and an arrow wherever one imports another. */
export function drawHouse(): string {
  const boxes = floors.flatMap((wings, floor) => wings.filter((wing) => !ground.includes(wing)).map((wing) => boxOf(wing, floor)));
  const arrows = wingEdges()
    .flatMap(({ from, to, count }) => {
      const [source, target] = [boxes.find(({ wing }) => wing === from), boxes.find(({ wing }) => wing === to)];
      return source && target ? [{ from: source, to: target, count, ...sidesOf(source, target) }] : [];
    })
    .sort((one, other) => `${one.from.wing} ${one.to.wing}`.localeCompare(`${other.from.wing} ${other.to.wing}`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${picture.width} ${picture.height}" role="img" aria-labelledby="title">
<title id="title">The wings of the house on their floors, and which imports which</title>
<style>
  .paper { fill: #ffffff } .ground, .box { fill: #eef3f8; stroke: #5b7083 } .name { fill: #12202c; font-weight: 600; font-size: 17px }
  .rooms, .floor { fill: #44566a; font-size: 12px } .arrow { fill: none; stroke: #2f6ea8; stroke-opacity: 0.62 } .head { fill: #2f6ea8 }
  text { font-family: system-ui, sans-serif; text-anchor: middle } .floor { text-anchor: start }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #10171e } .ground, .box { fill: #1d2a36; stroke: #7f97ad } .name { fill: #f0f5fa } .rooms, .floor { fill: #b3c3d2 }
    .arrow { stroke: #74b3ec } .head { fill: #74b3ec }
  }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>
<rect class="paper" width="100%" height="100%"/>
${[...slabs(), ...arrows.map((arrow) => drawArrow(arrow, arrows)), ...boxes.map(drawBox), ...legend()].join('\n')}
</svg>
`;
}

function boxOf(wing: Wing, floor: number): Box {
  const { width, boxWidth } = picture;
  const pair = floors[floor] ?? [];
  const middle = (width - boxWidth) / 2;
  // One wing alone stands in the middle; club and accounts beside each other's line, so that arrows reach both.
  const alone = wing === 'accounts' ? middle - 140 : wing === 'club' ? middle + 140 : middle;
  const x = pair.length === 1 ? alone : (pair as readonly string[])[0] === wing ? 130 : width - 130 - boxWidth;
  return { wing, x, y: levelOf(floor), width: boxWidth };
}

function levelOf(floor: number): number {
  return 90 + (floors.length - 1 - floor) * picture.step;
}

/** Neighbouring floors are joined by top and bottom, wings of one side past others along it, the rest through the middle. */
function sidesOf(from: Box, to: Box): { leaves: Side; enters: Side } {
  const isNext = floorOf(from.wing) - floorOf(to.wing) === 1;
  if (isNext || to.wing === 'club' || to.wing === 'accounts') return { leaves: 'bottom', enters: 'top' };
  const inner = (box: Box): Side => (box.x + box.width / 2 < picture.width / 2 ? 'right' : 'left');
  const outer = (box: Box): Side => (inner(box) === 'right' ? 'left' : 'right');
  if (from.x === to.x) return { leaves: outer(from), enters: outer(to) };
  return { leaves: from.wing === 'office' ? 'bottom' : inner(from), enters: inner(to) };
}

function drawArrow(arrow: Arrow, all: readonly Arrow[]): string {
  const start = portOf(arrow, 'from', all);
  const end = portOf(arrow, 'to', all);
  const reach = Math.max(40, Math.abs(end.y - start.y) * (arrow.leaves === 'bottom' ? 0.45 : 0.18));
  const [one, two] = [pulled(start, arrow.leaves, reach), pulled(end, arrow.enters, reach)];
  const { width, words } = widths.find(({ from }) => arrow.count >= from) ?? { width: 1, words: '' };
  const points = [start, one, two, end].map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`);
  return `<path class="arrow" stroke-width="${width}" marker-end="url(#head)" d="M${points[0]}C${points.slice(1).join(' ')}"><title>${arrow.from.wing} → ${arrow.to.wing}: ${words}</title></path>`;
}

/** Arrows that touch the same side of a box are spread along it, in the order of where they come from or go to. */
function portOf(arrow: Arrow, end: 'from' | 'to', all: readonly Arrow[]): { x: number; y: number } {
  const [box, side] = end === 'from' ? [arrow.from, arrow.leaves] : [arrow.to, arrow.enters];
  const sharing = all
    .flatMap((one) => [
      ...(one.from === box && one.leaves === side ? [{ one, far: one.to }] : []),
      ...(one.to === box && one.enters === side ? [{ one, far: one.from }] : []),
    ])
    .sort((a, b) => (side === 'top' || side === 'bottom' ? a.far.x - b.far.x : a.far.y - b.far.y) || a.far.y - b.far.y);
  const share = (sharing.findIndex(({ one }) => one === arrow) + 1) / (sharing.length + 1);
  if (side === 'top' || side === 'bottom') return { x: box.x + box.width * share, y: box.y + (side === 'top' ? 0 : picture.boxHeight) };
  return { x: box.x + (side === 'left' ? 0 : box.width), y: box.y + picture.boxHeight * share };
}

function pulled({ x, y }: { x: number; y: number }, side: Side, reach: number): { x: number; y: number } {
  const [right, down] = { top: [0, -1], bottom: [0, 1], left: [-1, 0], right: [1, 0] }[side];
  return { x: x + (right ?? 0) * reach, y: y + (down ?? 0) * reach };
}

function drawBox({ wing, x, y, width }: Box): string {
  const middle = x + width / 2;
  const lines = wrapped(roomsOf(wing));
  const rooms = lines.map((line, at) => `<text class="rooms" x="${middle}" y="${y + 45 + at * 16}">${line}</text>`).join('');
  return `<rect class="box" x="${x}" y="${y}" width="${width}" height="${picture.boxHeight}" rx="8"/><text class="name" x="${middle}" y="${y + 25}">${wing}</text>${rooms}`;
}

/** Composition above, and the two grounds below, over the whole width. */
function slabs(): string[] {
  const whole = picture.width - 100;
  const slab = (y: number, name: string, words: string) =>
    `<rect class="ground" x="50" y="${y}" width="${whole}" height="46" rx="8"/><text class="name" x="${picture.width / 2}" y="${y + 20}">${name}</text><text class="rooms" x="${picture.width / 2}" y="${y + 38}">${words}</text>`;
  const numbers = floors.map((_, floor) => `<text class="floor" x="14" y="${levelOf(floor) + 43}">${floor}</text>`);
  return [
    slab(20, 'app', 'composition: knows every wing, and passes down what a lower one needs from a higher one'),
    slab(levelOf(1) + 16, 'platform', roomsOf('platform').join(' · ')),
    slab(levelOf(0) - 10, 'kernel', 'what both sides share: rights, contract, problems, calendar, money, pages …'),
    ...numbers.slice(2),
  ];
}

function legend(): string[] {
  const y = picture.height - 28;
  return widths.map(({ width, words }, at) => {
    const x = 150 + at * 215;
    return `<path class="arrow" stroke-width="${width}" marker-end="url(#head)" d="M${x} ${y}h46"/><text class="floor" x="${x + 56}" y="${y + 4}">${words}</text>`;
  });
}

/** The rooms of a wing, on the server and in the browser. */
function roomsOf(wing: Wing): string[] {
  const own = sources.filter(({ file }) => wingOf(file) === wing && rootOf(file) !== 'shared').map(({ file }) => file.split('/'));
  const rooms = own.flatMap((parts) => (parts.length > 4 && parts[3] && parts[3] !== 'parts' ? [parts[3]] : []));
  return [...new Set(rooms)].sort();
}

function wrapped(words: readonly string[]): string[] {
  const half = words.join(' · ').length > 38 ? Math.ceil(words.length / 2) : words.length;
  return [words.slice(0, half).join(' · '), words.slice(half).join(' · ')].filter(Boolean);
}
