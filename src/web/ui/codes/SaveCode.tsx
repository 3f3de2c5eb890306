import { encode } from 'uqr';
import { saveFile } from '#web/lib/saveFile.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';

/** The width of a module of the saved picture in pixels. */
const dot = 8;

type SaveCodeProps = { text: string; fileName: string };

/** Saves a QR code as a picture: on a phone, banking apps read it from the photos. */
export function SaveCode({ text, fileName }: SaveCodeProps) {
  const save = () => {
    const { data, size } = encode(text, { ecc: 'M', border: 4 });
    const canvas = document.createElement('canvas');
    canvas.width = size * dot;
    canvas.height = size * dot;
    const pen = canvas.getContext('2d');
    if (!pen) return;
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = '#000';
    for (const [y, row] of data.entries()) for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect(x * dot, y * dot, dot, dot);
    canvas.toBlob((picture) => picture && saveFile(new File([picture], fileName, { type: 'image/png' })), 'image/png');
  };
  return <PlainButton onClick={save}>Code speichern</PlainButton>;
}
