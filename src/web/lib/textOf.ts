import { decodedText } from '#shared/kernel/formats/decodedText.ts';

/** The text of a chosen file in any encoding that spreadsheets save. */
export async function textOf(file: Blob): Promise<string> {
  return decodedText(new Uint8Array(await file.arrayBuffer())).text;
}
