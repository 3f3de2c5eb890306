/** The message of an error without what may come from people: quoted words, addresses, numbers. */
export function withoutData(message: string): string {
  return message
    .replaceAll(/\S+@\S+|https?:\S+/g, '…')
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|„[^“]*“/g, '…')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}
