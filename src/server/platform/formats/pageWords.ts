import { clubLooks, type Club } from '#shared/kernel/clubs.ts';
import { fontFamily } from '#shared/kernel/site/fontFamily.ts';
import { publicMenuOf } from '#shared/kernel/site/menus.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import type { RichText } from '#shared/kernel/richText.ts';
import { escapeHtml } from './escapeHtml.ts';
import { richTextToHtml } from './richTextHtml.ts';

/** The public text of a page. */
export type PageWords = {
  /** A line above the title. */ above?: string;
  title: string;
  /** A line below it. */ below?: string;
  facts?: readonly (readonly [label: string, text: string])[];
  text?: RichText | null;
  /** Its list. */ links?: readonly { text: string; address: string }[];
};

/**
 * The texts of a page as HTML, in a frame that looks like the app's: on a slow connection they are readable seconds before the app has
 * loaded, and without scripts at all. User content is escaped.
 */
export function wordsOf(club: Club, site: string, { above, title, below, facts = [], text, links = [] }: PageWords): string {
  const paragraph = (words: string | undefined) => (words ? `<p>${escapeHtml(words)}</p>` : '');
  const menu = publicMenuOf(club).map((name) => link(pageOf(name).path, pageOf(name).label ?? pageOf(name).title));
  const known = facts.filter(([, fact]) => fact).map(([label, fact]) => `<dt>${label}</dt><dd>${escapeHtml(fact)}</dd>`);
  const listed = links.map((one) => `<li>${link(one.address, one.text)}</li>`);
  return [
    `<div id="words"><header><a href="/"><img src="${clubLooks[club.name].favicon}" alt="" width="36" height="36">${escapeHtml(club.displayName)}</a>`,
    `<nav>${menu.join('')}</nav></header><main>${paragraph(above)}<h1>${escapeHtml(title)}</h1>${paragraph(below)}`,
    known.length > 0 ? `<dl>${known.join('')}</dl>` : '',
    text ? `<div>${richTextToHtml(withoutPictures(text), site)}</div>` : '',
    listed.length > 0 ? `<ul>${listed.join('')}</ul>` : '',
    `</main><footer>${club.footerLinks.map((one) => link(one.link, one.text)).join('')}</footer></div>`,
  ].join('');
}

/**
 * The styles of these texts until those of the app have loaded: background, bar and measures of its public frame. Page-wide rules are in a
 * lower cascade layer, so that the app's styles override all of them. The app's layers are named here too, in the order of app.css: the design
 * system is appended to the head, above the app's first styles, and would otherwise be the lower layer.
 */
export function wordsStyle(color: string): string {
  return `
    @layer words, ground, mantine;
    @layer words {
      body { margin: 0; background: #f1f5f9; color: #0f172a; font-family: ${fontFamily}; line-height: 1.55 }
      [data-mantine-color-scheme=dark] body { background: #111827; color: #e2e8f0 }
    }
    #words { position: absolute; z-index: 50; box-sizing: border-box; width: 100%; min-height: 100dvh; background: inherit; overflow-wrap: anywhere; hyphens: auto }
    #words a { color: inherit }
    #words header { display: flex; flex-wrap: wrap; padding: .35rem max(1rem, 50% - 34rem); border-top: 4px solid ${color}; border-bottom: 1px solid #94a3b866 }
    #words header a { display: flex; flex: none; align-items: center; gap: .6rem; min-height: 44px; text-decoration: none }
    #words header > a { margin-right: auto; font-weight: 650; line-height: 1.15 }
    #words nav { display: flex; gap: 1.4rem; max-width: 100%; overflow: hidden; font-size: .95rem }
    #words main, #words footer { box-sizing: border-box; max-width: 70rem; margin: auto; padding: 1rem }
    #words main > p { margin: .35rem 0 }
    #words h1 { margin: .35rem 0; font-size: clamp(1.6rem, 3vw + .9rem, 2.4rem); line-height: 1.15; text-wrap: balance }
    #words dl { display: grid; grid-template-columns: 6.5rem 1fr; gap: .6rem; margin: 1.25rem 0 }
    #words dt { opacity: .8 }
    #words dd { margin: 0 }
    #words ul { padding-left: 1.2rem }
    #words main > ul li { padding: .35rem 0 }
    #words footer a { margin-right: 1.4rem }
  `;
}

function link(address: string, words: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`;
}

/** Pictures are loaded with the app: earlier they would compete with it for bandwidth. */
function withoutPictures(text: RichText): RichText {
  return { ...text, content: text.content.filter(({ type }) => type !== 'image') };
}
