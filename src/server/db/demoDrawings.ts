/** A demo picture: simple shapes as SVG. */
export type Drawing = { sky: string; ground: string; shapes: string };

const [width, height] = [1280, 720];

/** The demo pictures by name. */
export const drawings = {
  ball: {
    sky: '#dbe7f0',
    ground: '#9fc29a',
    shapes:
      '<circle cx="640" cy="430" r="150" fill="#fff" stroke="#4b5563" stroke-width="10"/><path d="M640 350l70 50-27 82h-86l-27-82z" fill="#4b5563"/>',
  },
  hall: {
    sky: '#e8e4dc',
    ground: '#c99f6b',
    shapes:
      '<rect x="120" y="120" width="1040" height="300" fill="#f7f3ea"/><path d="M180 160h150v120H180zM420 160h150v120H420zM660 160h150v120H660zM900 160h150v120H900z" fill="#a9c6d8"/><path d="M640 520v200M120 600h1040" stroke="#fff" stroke-width="8"/>',
  },
  mats: {
    sky: '#ece7f3',
    ground: '#d9d2c5',
    shapes:
      '<g fill="#7c9eb2"><path d="M130 600l90-110h220l-60 110z"/><path d="M480 600l60-110h220l0 110z" fill="#b28a7c"/><path d="M860 600l-20-110h220l90 110z"/></g>',
  },
  track: {
    sky: '#dcecf5',
    ground: '#b5654a',
    shapes:
      '<path d="M0 720L560 430M330 720L610 430M660 720L660 430M950 720L710 430M1280 720L760 430" stroke="#fff" stroke-width="8"/><circle cx="1040" cy="170" r="70" fill="#f4d58a"/>',
  },
  lanterns: {
    sky: '#2e3a59',
    ground: '#46634a',
    shapes:
      '<path d="M0 130Q320 260 640 130T1280 130" fill="none" stroke="#e5e7eb" stroke-width="5"/><g fill="#f2c14e"><circle cx="160" cy="225" r="36"/><circle cx="400" cy="225" r="36"/><circle cx="640" cy="165" r="36"/><circle cx="880" cy="85" r="36"/><circle cx="1120" cy="105" r="36"/></g>',
  },
  hoops: {
    sky: '#f3e9dd',
    ground: '#d2ab7a',
    shapes:
      '<path d="M0 430h1280" stroke="#b98f5c" stroke-width="8"/><g fill="none" stroke-width="26"><ellipse cx="330" cy="560" rx="190" ry="80" stroke="#c8553d"/><ellipse cx="690" cy="600" rx="190" ry="80" stroke="#2f6f8f"/><circle cx="1010" cy="360" r="170" stroke="#e0a83a"/></g><circle cx="560" cy="430" r="74" fill="#5a8f5f"/><path d="M500 400q60 46 120 0M496 462q64-46 128 0" fill="none" stroke="#f3e9dd" stroke-width="8"/>',
  },
  cup: {
    sky: '#dbe5ee',
    ground: '#8fa9bd',
    shapes:
      '<path d="M380 720V560h170v-90h180v90h170v160z" fill="#f5f5f0"/><path d="M520 470h240" stroke="#c9ced3" stroke-width="8"/><g fill="#dca53a"><path d="M520 120h240v110q0 120-120 140q-120-20-120-140z"/><path d="M616 366h48v66h70v38H546v-38h70z"/></g><path d="M520 150h-76q0 120 96 136M760 150h76q0 120-96 136" fill="none" stroke="#dca53a" stroke-width="26"/><path d="M570 150v90q0 54 30 84" fill="none" stroke="#f3d58e" stroke-width="18"/>',
  },
  receipt: {
    sky: '#6b7280',
    ground: '#4b5563',
    shapes:
      '<path d="M470 40h340v640l-34-24-34 24-34-24-34 24-34-24-34 24-34-24-34 24-34-24-34 24z" fill="#fdfdf8"/><g stroke="#374151" stroke-width="14"><path d="M540 110h200" stroke-width="22"/><path d="M510 200h150M730 200h40M510 250h110M730 250h40M510 300h170M730 300h40M510 350h130M730 350h40"/><path d="M510 420h260" stroke-width="6"/><path d="M510 470h90M700 470h70" stroke-width="24"/><path d="M510 550h200M510 590h140" stroke-width="8"/></g>',
  },
  snow: {
    sky: '#27375c',
    ground: '#e8eef4',
    shapes:
      '<path d="M0 470q320-90 640-20t640-30v300H0z" fill="#e8eef4"/><path d="M900 560h60v70h-60z" fill="#6b4a35"/><path d="M930 130l110 160h-50l90 130h-60l80 140H760l80-140h-60l90-130h-50z" fill="#3f7a63"/><g fill="#fff"><circle cx="180" cy="120" r="9"/><circle cx="350" cy="230" r="7"/><circle cx="480" cy="90" r="9"/><circle cx="620" cy="190" r="7"/><circle cx="1130" cy="110" r="9"/><circle cx="760" cy="80" r="7"/></g><g fill="#f2c14e"><circle cx="900" cy="300" r="14"/><circle cx="970" cy="380" r="14"/><circle cx="890" cy="470" r="14"/></g>',
  },
} as const satisfies { [name: string]: Drawing };

export async function draw({ sky, ground, shapes }: Drawing): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${sky}"/><rect y="430" width="${width}" height="290" fill="${ground}"/>${shapes}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}

/** Writes a one-page PDF with plain text lines. */
export function writePdf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`).join(' ');
  const stream = `BT /F1 14 Tf 20 TL 60 780 Td ${text} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}
