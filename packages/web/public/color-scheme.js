// Before anything is painted, so that a dark page never flashes white. A file of its own: the page allows no inline code.
(function () {
  let kept = null;
  try {
    kept = localStorage.getItem('skiptrace-color-scheme');
  } catch {
    // Storage may be forbidden; the system's choice is used then.
  }
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
