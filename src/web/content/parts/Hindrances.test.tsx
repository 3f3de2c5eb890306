import { expect, test } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import type { RichText, RichTextNode } from '#shared/kernel/richText.ts';
import { RichTextEditor } from '#web/ui/text/RichTextEditor.tsx';
import { Hindrances } from './Hindrances.tsx';

const doc = (...content: RichTextNode[]): RichText => ({ type: 'doc', content });
const heading = (level: number, text: string): RichTextNode => ({ type: 'heading', attrs: { level }, content: [{ type: 'text', text }] });
const open = (text: RichText) => {
  signIn(userOf('admin'));
  return show(
    <>
      <RichTextEditor label="Text" value={text} onChange={() => undefined} />
      <Hindrances text={text} label="Text" />
    </>,
  );
};

test('an accessible text shows no problems', () => {
  open(doc(heading(2, 'Anfahrt')));
  expect(document.body.textContent).not.toContain('Vor dem Veröffentlichen');
});

test('each accessibility problem is listed, and a click leads to its place in the editor', async () => {
  const hand = open(doc(heading(2, 'Anfahrt'), heading(4, 'Mit dem Rad')));
  await hand.reads('Vor dem Veröffentlichen: Eine Stelle ist nicht für alle lesbar');
  const seen: Element[] = [];
  Element.prototype.scrollIntoView = function see(this: Element) {
    seen.push(this);
  };
  await hand.press('Zur Stelle');
  expect(seen.map((one) => one.textContent)).toEqual(['Mit dem Rad']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Text');
});
