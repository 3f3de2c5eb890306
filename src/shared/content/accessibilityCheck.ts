/** The result of the last automated check of all kinds of pages; written by test/e2e/accessibility.spec.ts (CONTRIBUTING.md, 7). */
export const accessibilityCheck = { day: '2026-11-24', axe: '4.14.1', pages: 120, widths: [320, 390, 768, 1280] };
