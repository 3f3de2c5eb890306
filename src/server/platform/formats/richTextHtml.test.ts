import { expect, test } from 'vitest';
import { richText } from '#shared/kernel/richText.ts';
import { richTextToHtml } from './richTextHtml.ts';

test('user input never becomes markup, and URLs of this site become absolute', () => {
  const marks = [{ type: 'bold' }, { type: 'link', attrs: { href: '/kurse?a=1&b="' } }];
  const text = richText.parse({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: '<b>"Aha" & so</b>', marks }] }],
  });
  expect(richTextToHtml(text, 'https://rwa.example')).toBe(
    '<p><a href="https://rwa.example/kurse?a=1&amp;b=&quot;" rel="noopener noreferrer"><strong>&lt;b&gt;&quot;Aha&quot; &amp; so&lt;/b&gt;</strong></a></p>',
  );
});
