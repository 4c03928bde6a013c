// Runs before the first paint. The storage keys are those of ui/theme/color-scheme.ts and of the
// contract.
try {
  let scheme = localStorage.getItem('scheme')
  if (scheme === 'auto') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  if (scheme === 'dark' || scheme === 'light') {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  }
  if (localStorage.getItem('lang') === 'fr') document.documentElement.lang = 'fr'
} catch {
  // Storage can be forbidden; then the page is light and English until the user chooses.
}
