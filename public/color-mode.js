// Sets the colour mode before the first paint; a file of its own, since the page allows no inline scripts.
(function () {
  var mode;
  try {
    mode = localStorage.getItem('color-mode');
  } catch {
    mode = null;
  }
  if (mode !== 'light' && mode !== 'dark') mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', mode);
})();
