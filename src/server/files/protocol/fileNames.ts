import { StorageRefusal } from './refusal.ts';

/**
 * Extensions that are executed by a double click or opened as a page by browsers. Checked in addition to the content,
 * since file managers decide by name.
 */
const running = new Set(
  (
    'exe com bat cmd msi msp mst scr pif cpl dll sys ocx msc gadget hta vb vbs vbe js mjs cjs jse ws wsf wsh wsc sct shb shs ps1 psm1 psd1 ps1xml ' +
    'lnk url website webloc desktop inf reg scf job jar class jnlp sh bash zsh csh ksh command tool workflow app apk ipa dmg pkg deb rpm run appimage ' +
    'html htm xhtml xht shtml mht mhtml svg svgz xml xsl xslt xaml swf php phtml py pyw pyc pl rb lua asp aspx jsp cgi htaccess chm hlp iso img vhd vhdx ' +
    'docm dotm xlsm xltm xlam xll xlsb pptm ppsm potm ppam sldm one onepkg appref-ms application appx appxbundle msix library-ms search-ms settingcontent-ms theme'
  ).split(' '),
);

const packed = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'zip'];
const written = ['txt', 'text', 'csv', 'tsv', 'md', 'log', 'ics', 'vcf', 'json'];

/** The extensions of each content type; the first one is appended to names with another extension. */
const endings: { readonly [type: string]: readonly string[] } = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'application/pdf': ['pdf'],
  'text/plain': written,
  'text/csv': ['csv', ...written],
  'application/zip': ['zip', ...packed],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
};

/** Returns a valid name for a new file; throws 400 for misleading or executable extensions. */
export function checkNewName(path: string): string {
  // Bidirectional control characters: "Rechnung\u202efdp.exe" is displayed as "Rechnungexe.pdf".
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(path)) throw new StorageRefusal(400, 'The name of the object is invalid.');
  if (running.has(endingOf(path))) throw new StorageRefusal(400, 'Files of this kind are not taken here.', { reason: 'type-not-allowed' });
  return path;
}

/** The file name of a download, with an extension that matches its content type, so that it cannot be executed. */
export function savedName(path: string, type: string): string {
  const name = (path.split('/').at(-1) ?? 'datei').replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const fitting = endings[type];
  if (!name.includes('.') || fitting?.includes(endingOf(name))) return name;
  return `${name}.${fitting?.[0] ?? 'txt'}`;
}

/** The extension after the last dot, in lower case. Windows strips trailing dots and spaces. */
function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/[.\s]+$/, '');
  return /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
