/** The button that opened the form is gone: its first field gets the focus. */
export const focusField = (field: HTMLInputElement | null) => field?.focus();
