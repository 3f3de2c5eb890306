/** As much of a Mantine form as is needed to find a field. */
type Form = { getInputNode: (path: string) => HTMLElement | null };

/** Puts the cursor into the refused field that stands first on the page, so that nobody has to look for it. */
export function focusFault(form: Form): (errors: object) => void {
  return (errors) => {
    const refused = Object.keys(errors).flatMap((path) => form.getInputNode(path) ?? []);
    refused.toSorted(byPlace)[0]?.focus();
  };
}

/** The fields of a shape come in another order than those of its form. */
function byPlace(one: Node, other: Node): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
