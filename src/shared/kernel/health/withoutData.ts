/** Strips from an error message what may be personal data: quoted text, addresses, URLs and numbers. */
export function withoutData(message: string): string {
  return message
    .replaceAll(/\S+@\S+|https?:\S+/g, '…')
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|„[^“]*“/g, '…')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}
