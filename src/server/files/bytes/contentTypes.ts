/** The number of leading bytes that are sufficient to detect the content type. */
export const sniffedBytes = 4096;

const officeKinds: readonly (readonly [string, string])[] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
];

/**
 * Detects the content type by the leading bytes, never by the name. HTML, SVG, scripts and executables return undefined
 * and are never accepted. Unknown content is application/octet-stream.
 */
function sniffType(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (/^RIFF....WEBP/s.test(text)) return 'image/webp';
  if (/^....ftypavi[fs]/s.test(text)) return 'image/avif';
  if (text.startsWith('%PDF-1.') || text.startsWith('%PDF-2.')) return 'application/pdf';
  if (text.startsWith('PK\x03\x04')) return zipKind(text);
  if (/^(?:MZ|\x7fELF|\xca\xfe\xba\xbe|[\xcf\xce]\xfa\xed\xfe|\xfe\xed\xfa[\xcf\xce]|#!|\0asm)/.test(text)) return undefined;
  if (/^(?:\xfe\xff|\xff\xfe)/.test(text)) return undefined;
  if (isMarkup(head)) return undefined;
  return isText(head) ? 'text/plain' : 'application/octet-stream';
}

/**
 * The type of a file that its client declares as `declared`. A client may only choose the text type (CSV); a wrong
 * declaration of a picture or PDF returns undefined.
 */
export function typeOf(head: Buffer, declared: string | undefined): string | undefined {
  const sniffed = sniffType(head);
  const said = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (sniffed === 'text/plain' && said === 'text/csv') return 'text/csv';
  if (sniffed === 'application/octet-stream' && said !== '' && said !== 'application/octet-stream') return undefined;
  const isPicture = sniffed?.startsWith('image/') || sniffed === 'application/pdf';
  if (!isPicture && (said.startsWith('image/') || said === 'application/pdf')) return undefined;
  return sniffed;
}

/** Whether a stored file may be relabelled with this type: the same one, or another text type. */
export function mayBeCalled(type: string, said: string): boolean {
  const texts = ['text/plain', 'text/csv'];
  return said === type || (texts.includes(type) && texts.includes(said.split(';')[0]?.trim().toLowerCase() ?? ''));
}

function zipKind(text: string): string {
  const openDocument = /mimetype(application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet))(?:PK|$)/.exec(text)?.[1];
  return openDocument ?? officeKinds.find(([folder]) => text.includes(folder))?.[1] ?? 'application/zip';
}

/** Whether a browser could interpret the content as HTML or SVG; markers count anywhere in the leading bytes. */
function isMarkup(head: Buffer): boolean {
  const text = head.toString('utf8').toLowerCase();
  return (
    /^[\ufeff\s\0]*<[!?a-z]/.test(text) ||
    /<(?:!doctype|html|svg|script|iframe|object|embed|body|head|img|style|link|meta|base|form)[\s>/]/.test(text)
  );
}

function isText(head: Buffer): boolean {
  // The last character may be truncated.
  const whole = head.length < sniffedBytes ? head : head.subarray(0, head.length - 3);
  const text = new TextDecoder('utf-8').decode(whole, { stream: true });
  // oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
  return !text.includes('\ufffd') && !/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text);
}
