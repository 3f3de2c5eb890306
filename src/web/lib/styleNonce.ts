/** The nonce by which styles that a library writes into the page pass its content policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// The lock of scrolling beneath dialogs (react-remove-scroll) looks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
