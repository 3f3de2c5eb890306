type Form = { getInputProps: (path: string) => { onChange: unknown; 'data-path'?: string } };

/** The value of `data-path` for an element that is focused in place of a field, e.g. the button that adds the first row of a list. */
export function fieldPath(form: Form, path: string): string | undefined {
  return form.getInputProps(path)['data-path'];
}
