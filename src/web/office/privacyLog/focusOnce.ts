/** The pressed button is gone: the back button gets the focus. */
export const focusOnce = (button: HTMLButtonElement | null) => button?.focus();
