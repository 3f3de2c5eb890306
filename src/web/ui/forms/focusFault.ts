/** As much of a Mantine form as is needed to find a field. */
type Form = { getInputNode: (path: string) => HTMLElement | null };

/** Puts the cursor into the first field that was refused, so that nobody has to look for it. */
export function focusFault(form: Form): (errors: object) => void {
  return (errors) => {
    const [first] = Object.keys(errors);
    if (first) form.getInputNode(first)?.focus();
  };
}
