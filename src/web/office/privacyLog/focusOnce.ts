/** The button that led here is gone; the way back gets the focus. */
export const focusOnce = (button: HTMLButtonElement | null) => button?.focus();
