import postcss from 'postcss';
import type { Plugin } from 'vite';

/** A class of Mantine's own style sheets, in a script or a selector. */
const ofMantine = /\bm_[0-9a-z]+\b/g;
const sheetsOfMantine = /\/node_modules\/@mantine\/[^?]+\.css$/;

/** The classes of Mantine's style sheets that scripts give to elements. */
export function mantineClasses(scripts: readonly string[]): ReadonlySet<string> {
  return new Set(scripts.flatMap((script) => script.match(ofMantine) ?? []));
}

/** Leaves out the rules for components that no page uses: a style sheet of Mantine holds those of all its components. */
export function usedStyles(classes: ReadonlySet<string>): Plugin {
  return {
    name: 'used-styles',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (sheetsOfMantine.test(id) ? { code: withoutUnused(code, classes), map: null } : undefined),
  };
}

/** A style sheet without the selectors that need a class which no element has. */
export function withoutUnused(sheet: string, classes: ReadonlySet<string>): string {
  const root = postcss.parse(sheet);
  root.walkRules((rule) => {
    // The steps of an animation are rules, too.
    const used = rule.selectors.filter((selector) => (outsideOfBrackets(selector).match(ofMantine) ?? []).every((one) => classes.has(one)));
    if (used.length === 0) rule.remove();
    else if (used.length < rule.selectors.length) rule.selectors = used;
  });
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return root.toString();
}

/** What stands in `:not()`, `:where()` and the like may be missing without the selector being in vain. */
function outsideOfBrackets(selector: string): string {
  const less = selector.replace(/\([^()]*\)/g, '');
  return less === selector ? selector : outsideOfBrackets(less);
}
