import { isComposition } from './floors.ts';
import { isNode, nameOf, sources, visitNodes, type Source } from './sources.ts';

/** What checks values against the shape of an endpoint: the two form hooks of the product. */
const checks = new Set(['useShapeForm', 'useRowForm']);

/** What tells a refusal of the server; the sign-in has one of its own, since it says nothing about an account. */
const answers = new Set([
  'src/web/lib/call/failure.ts',
  'src/web/courses/enrolments/Refusal.tsx',
  'src/web/accounts/sessions/FailureNotice.tsx',
]);

/** A file that draws a form. */
type Form = {
  file: string;
  /** Checked against a shape, there or in a file of its own that it imports. */ isShaped: boolean;
  /** Of the light frame, or of the layer over every page: it comes without design system or shapes (decision 4). */ isLight: boolean;
  /** Shows what the server refuses. */ isAnswered: boolean;
};

/** The forms of these files. */
export function formsOf(files: readonly Source[]): Form[] {
  const shaped = new Set(sources.filter(checksShape).map(({ file }) => file));
  return files.filter(drawsForm).map(({ file, imports }) => ({
    file,
    isShaped: shaped.has(file) || imports.some(({ target }) => isBeside(file, target) && shaped.has(target)),
    isLight: isComposition(file) || !imports.some(({ target }) => target === '@mantine/core'),
    isAnswered: imports.some(({ target }) => answers.has(target)),
  }));
}

/** A form with an address of its own is a link that takes a word along: it sends nothing that could be refused. */
function drawsForm({ program, text }: Source): boolean {
  return holds(program, (node) => {
    if (node['type'] !== 'JSXOpeningElement' || !isNode(node['name']) || node['name']['name'] !== 'form') return false;
    return !/\saction=/.test(text.slice(node.start, node.end));
  });
}

function checksShape({ program }: Source): boolean {
  return holds(program, (node) => {
    if (node['type'] !== 'CallExpression') return false;
    const callee = node['callee'];
    const called = nameOf(callee) ?? (isNode(callee) ? nameOf(callee['property']) : undefined);
    return called !== undefined && checks.has(called);
  });
}

function isBeside(file: string, other: string): boolean {
  return file.slice(0, file.lastIndexOf('/')) === other.slice(0, other.lastIndexOf('/'));
}

function holds(program: Source['program'], fits: (node: Source['program']) => boolean): boolean {
  let isHeld = false;
  visitNodes(program, (node) => {
    isHeld ||= fits(node);
  });
  return isHeld;
}
