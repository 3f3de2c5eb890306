import { notifyRefusal } from '../notices/notices.tsx';
import { tellUntold } from './untold.ts';

/** As much of a Mantine form as is needed to find a field. */
type Form = { getInputNode: (path: string) => HTMLElement | null };

/**
 * Puts the cursor into the refused field that stands first on the page, so that nobody has to look for it. What is refused of a field
 * that is not drawn is told above the button instead, or by a notice where a form has no place for it.
 */
export function focusFault(form: Form): (errors: object, values?: unknown, event?: { currentTarget: EventTarget | null }) => void {
  return (errors, _values, event) => {
    const found = Object.entries(errors).map(([path, words]) => ({ words: String(words), node: form.getInputNode(path) }));
    const drawn = found.flatMap(({ node }) => node ?? []).toSorted(byPlace);
    drawn[0]?.focus();
    if (!event) return;
    const untold = [...new Set(found.filter(({ node }) => node === null).map(({ words }) => words))];
    if (untold.length > 0 && !tellUntold(event.currentTarget, untold) && drawn.length === 0) notifyRefusal(untold.join(' '));
  };
}

/** The fields of a shape come in another order than those of its form. */
function byPlace(one: Node, other: Node): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
