/**
 * The words that the server wrote into the page (server/platform/formats/pageWords.ts) lie above the app until its page is there,
 * so that nobody sees it being put together; screen readers are told of the app alone.
 */
export function awaitPage(root: HTMLElement): void {
  const words = document.getElementById('words');
  if (!words) return;
  words.ariaHidden = 'true';
  const watch = new MutationObserver(() => {
    const main = root.querySelector('main');
    const isThere = main?.querySelector('h1') ?? (main?.firstElementChild && !main.querySelector('[data-pending]'));
    if (!isThere) return;
    watch.disconnect();
    words.remove();
  });
  watch.observe(root, { childList: true, subtree: true });
}
