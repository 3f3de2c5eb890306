import type { PdfBlock } from '#server/platform/formats/pdf/layout.ts';

type Head = { sender: string; /** Empty if the address is incomplete. */ address: readonly string[]; name: string; title: string };

/** The head of a letter as PDF: sender and address fit the window of an envelope (DIN 5008 B). */
export function letterHead({ sender, address, name, title }: Head): PdfBlock[] {
  return [
    { kind: 'text', text: sender, size: 8, before: 75 },
    { kind: 'text', text: (address.length > 0 ? address : [name]).join('\n'), before: 6 },
    { kind: 'text', text: title, size: 15, isBold: true, before: 80 - 14 * address.length },
  ];
}
