/**
 * Keeps the server-rendered text (server/platform/formats/pageWords.ts) above the app until its page has rendered, so
 * that nobody sees it being assembled; it is hidden from screen readers, which only get the app.
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
