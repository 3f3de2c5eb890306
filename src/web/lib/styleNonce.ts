/** The CSP nonce for style elements that libraries insert. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// react-remove-scroll (beneath the dialogs) reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
