/** Where the focus moves when its element disappears: the nearest heading or list around it, at the latest the page itself. */
const places = 'form, section, article, li, tr, ul, tbody, table, fieldset, [role=dialog], main';
const reachable =
  'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/** The element that last had the focus, and its ancestors at that time. */
type Held = { element: HTMLElement; around: Element[]; /** The element focused before a dialog opened. */ outside?: Held | undefined };

/**
 * Keeps the focus in place. Browsers reset it to the page when its element is removed (a deleted row, a submitted form)
 * or disabled for a while (a busy button), and users of a keyboard or a screen reader would start at the top again.
 * Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let held: Held | undefined;
  const hold = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLElement)) return;
    const isInDialog = target.closest('[role=dialog]') !== null;
    const outside = isInDialog && held ? (held.outside ?? held) : undefined;
    held = { element: target, around: ancestorsOf(target), outside };
  };
  // A click on the empty page gives up the focus on purpose; a removed or disabled element does not.
  const leave = () => {
    const left = held;
    setTimeout(() => {
      if (left && left === held && isLost() && left.element.isConnected && !left.element.matches(':disabled')) held = undefined;
    });
  };
  const look = () => {
    if (!held || !isLost()) return;
    if (!held.element.isConnected) stepOn(held);
    else if (!held.element.matches(':disabled')) held.element.focus({ preventScroll: true });
  };
  let waiting = 0;
  const seen = new MutationObserver(() => {
    if (!held || !isLost()) return;
    // An explicit focus call, such as a dialog returning focus to its opener, takes precedence.
    clearTimeout(waiting);
    waiting = window.setTimeout(look, 100);
  });
  // The script starts after the page: an element focused before counts as well.
  if (!isLost() && document.activeElement) hold({ target: document.activeElement });
  document.addEventListener('focusin', hold);
  document.addEventListener('focusout', leave);
  seen.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', hold);
    document.removeEventListener('focusout', leave);
    seen.disconnect();
    clearTimeout(waiting);
  };
}

/** After navigation the focus starts at the new page's title, which a screen reader then says, not in the previous menu. */
export function focusPage(): void {
  const page = document.getElementById('content');
  if (page && !page.contains(document.activeElement)) focusOn(page.querySelector('h1') ?? page);
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) found.push(one);
  return found;
}

/** Focuses the nearest ancestor still in the page: its heading, else its first focusable element, else itself. */
function stepOn({ around, outside }: Held): void {
  if (outside?.element.isConnected) return focusOn(outside.element);
  const place = [...around, ...(outside?.around ?? [])].find(
    (one) => one.isConnected && one.matches(places) && one.querySelector(`h2, h3, ${reachable}`),
  );
  const page = document.getElementById('content');
  const heading = place?.querySelector<HTMLElement>(':scope > h2, :scope > h3, :scope > header h2');
  const first = place?.matches('main') ? page : place?.querySelector<HTMLElement>(reachable);
  const target = heading ?? first ?? page;
  if (target) focusOn(target);
}

function focusOn(element: HTMLElement): void {
  if (!element.matches(reachable) && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
