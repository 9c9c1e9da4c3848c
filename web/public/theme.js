// Blocking and first, so that a chosen theme is there before the first paint.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage can be switched off: the system's theme then stays.
}
