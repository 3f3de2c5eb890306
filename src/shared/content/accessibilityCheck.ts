/** What the last look at all kinds of pages found; test/e2e/accessibility.spec.ts writes it (CONTRIBUTING.md, 7). */
export const accessibilityCheck = { day: '2026-11-24', axe: '4.14.1', pages: 120, widths: [320, 390, 768, 1280] };
