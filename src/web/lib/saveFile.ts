/** Offers a file from the server as a download under its own name. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser reads the object URL only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
