/** The button that led to a form is gone; its first field gets the focus. */
export const focusField = (field: HTMLInputElement | null) => field?.focus();
