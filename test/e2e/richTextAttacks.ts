import { richText } from '../../src/shared/kernel/richText.ts';

type Node = { type: string; text?: string; attrs?: object; marks?: object[]; content?: Node[] };

const links = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'blob:http://canary.example/x',
  'file:///etc/passwd',
  '//canary.example/x',
  '\\\\canary.example\\x',
  'https://canary.example/"><script>alert(1)</script>',
  'mailto:a@b.c"onclick="alert(1)',
  'tel:1" onmouseover="alert(1)',
  '#"><img src=x onerror=alert(1)>',
  '/"onfocus="alert(1)" autofocus="',
  'https:javascript:alert(1)',
];

const texts = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext></mtext><script>alert(1)</script></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<details open ontoggle=alert(1)>',
  '<body onload=alert(1)>',
  '<style>@import "http://canary.example/x.css";</style>',
  '<base href="http://canary.example/">',
  '<meta http-equiv="refresh" content="0;url=http://canary.example/">',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '<!--><script>alert(1)</script>-->',
  ']]><script>alert(1)</script>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '\u2028<script>alert(1)</script>',
  '<img src="http://canary.example/pixel.gif">',
];

const types = [
  'script',
  'iframe',
  'object',
  'embed',
  'style',
  'form',
  'base',
  'meta',
  'link',
  'svg',
  'math',
  'html',
  'template',
  'video',
  'audio',
  'input',
  'button',
  'textarea',
  'noscript',
  'frameset',
  'constructor',
  '__proto__',
  'toString',
  'codeBlock',
  'youtube',
];

const attributes: readonly object[] = [
  { onclick: 'alert(1)' },
  { onload: 'alert(1)' },
  { onerror: 'alert(1)' },
  { style: 'background:url(http://canary.example/x)' },
  { dangerouslySetInnerHTML: { __html: '<img src=x onerror=alert(1)>' } },
  { children: { type: 'script' } },
  { ref: 'x' },
  { is: 'x-y' },
  { xmlns: 'http://www.w3.org/2000/svg' },
  { srcdoc: '<script>alert(1)</script>' },
];

/** Words that an attacker would type into any field. */
export const hostileWords: readonly string[] = texts;

/** One text of everything that a reading of the attacks leaves, for fields whose every attack need not be opened by itself. */
export function whatIsLeft(): { type: 'doc'; content: Node[] } {
  return { type: 'doc', content: richTextAttacks().flatMap((attack) => (richText.safeParse(attack).success ? attack.content : [])) };
}

/** Texts that an attacker would store, in the editor's own form; most of them no editor could make. */
export function richTextAttacks(): { type: 'doc'; content: Node[] }[] {
  const word = (text: string, ...marks: object[]): Node => ({ type: 'text', text, ...(marks.length > 0 && { marks }) });
  const paragraph = (...content: Node[]): Node => ({ type: 'paragraph', content });
  const all: Node[] = [
    ...links.map((href) => paragraph(word('Link', { type: 'link', attrs: { href } }))),
    ...links.map((src): Node => ({ type: 'image', attrs: { src, alt: 'Bild' } })),
    ...links.slice(0, 10).map((href) => paragraph(word('Link', { type: 'link', attrs: { href: '/', target: href, onclick: 'alert(1)' } }))),
    ...texts.map((text) => paragraph(word(text))),
    ...texts.slice(0, 8).map((alt): Node => ({ type: 'image', attrs: { src: '/clubs/rwa-favicon.svg', alt } })),
    ...types.map((type): Node => ({ type, attrs: { src: 'http://canary.example/x' }, content: [word('alert(1)')] })),
    ...attributes.map((attrs): Node => ({ type: 'heading', attrs: { level: 2, ...attrs }, content: [word('Titel')] })),
    ...attributes.map((attrs): Node => ({ type: 'paragraph', attrs, content: [word('Text')] })),
    { type: 'heading', attrs: { level: '1><script>alert(1)</script>' }, content: [word('Titel')] },
    { type: 'heading', attrs: { level: 99 }, content: [word('Titel')] },
    paragraph(word('x', { type: 'style', attrs: { style: 'color:red' } })),
    paragraph(word('x', { type: '__proto__' })),
  ];
  return all.map((node) => ({ type: 'doc', content: [node] }));
}
