import { isComposition } from './floors.ts';
import { isNode, nameOf, sources, textOf, visitNodes, type Source } from './sources.ts';

/** What checks values against the shape of an endpoint: the two form hooks of the product. */
const checks = new Set(['useShapeForm', 'useRowForm']);

/** What tells a refusal of the server; the sign-in has one of its own, since it says nothing about an account. */
const answers = new Set(['src/web/lib/call/failure.ts', 'src/web/ui/notices/Refusal.tsx', 'src/web/accounts/sessions/FailureNotice.tsx']);

/** The form that others put their fields into. */
const frame = 'src/web/ui/plain/forms/PlainForm.tsx';

/** The fields into which something is typed. */
const typedInto = new Set(['TextInput', 'Textarea', 'NumberInput', 'PasswordInput', 'DayField', 'EuroField']);

/** A file that draws a form, with or without the element; a search leads to an address and sends nothing. */
type Form = {
  file: string;
  /** Checked against a shape, there or in a hook of its own beside it. */ isShaped: boolean;
  /** Of the light frame, or of the layer over every page: it comes without design system or shapes (decision 4). */ isLight: boolean;
  /** Shows what the server refuses. */ isAnswered: boolean;
};

/** The forms of these files. */
export function formsOf(files: readonly Source[]): Form[] {
  const shaped = new Set(sources.filter(checksShape).map(({ file }) => file));
  return files
    .filter(({ file }) => file !== frame)
    .filter(drawsForm)
    .map(({ file, imports }) => ({
      file,
      isShaped: shaped.has(file) || imports.some(({ target }) => target.endsWith('.ts') && isBeside(file, target) && shaped.has(target)),
      isLight: isComposition(file) || !imports.some(({ target }) => target === '@mantine/core'),
      isAnswered: imports.some(({ target }) => answers.has(target)),
    }));
}

function drawsForm({ program }: Source): boolean {
  if (opens(program, (name) => name === 'search')) return false;
  if (opens(program, (name) => name === 'form' || name === 'PlainForm') || isDrawnAs(program, 'form')) return true;
  return calls(program, (name) => name === 'mutate' || name === 'mutateAsync') && opens(program, (name) => typedInto.has(name));
}

function opens(program: Source['program'], fits: (element: string) => boolean): boolean {
  return holds(program, (node) => node['type'] === 'JSXOpeningElement' && isNode(node['name']) && fits(String(node['name']['name'])));
}

/** Whether a file draws a form that lets the browser check it, and tell what lacks in bubbles of its own. */
export function leavesChecksToBrowser({ program }: Source): boolean {
  return holds(
    program,
    (node) =>
      node['type'] === 'JSXOpeningElement' &&
      isNode(node['name']) &&
      node['name']['name'] === 'form' &&
      !textOfAttributes(node).includes('noValidate'),
  );
}

function textOfAttributes({ attributes }: Source['program']): unknown[] {
  return Array.isArray(attributes) ? attributes.map((one) => isNode(one) && isNode(one['name']) && one['name']['name']) : [];
}

/** Whether a component is drawn as another element, as in `<Stack component="form">`. */
function isDrawnAs(program: Source['program'], element: string): boolean {
  return holds(
    program,
    (node) =>
      node['type'] === 'JSXAttribute' && isNode(node['name']) && node['name']['name'] === 'component' && textOf(node['value']) === element,
  );
}

function checksShape({ program }: Source): boolean {
  return calls(program, (name) => checks.has(name));
}

function calls(program: Source['program'], fits: (name: string) => boolean): boolean {
  return holds(program, (node) => {
    if (node['type'] !== 'CallExpression') return false;
    const callee = node['callee'];
    const called = nameOf(callee) ?? (isNode(callee) ? nameOf(callee['property']) : undefined);
    return called !== undefined && fits(called);
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
