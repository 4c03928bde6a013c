import type { PageSettings } from '@talus/contract'

/** What the server has written into the page. Without it nothing can work, so a fault is thrown. */
const read = (): PageSettings => {
  const text = document.getElementById('talus-settings')?.textContent
  if (!text) throw new Error('The page came without its settings.')
  // The same server answers the calls, and is believed there too.
  return JSON.parse(text) as PageSettings
}

export const settings = read()
/** `/vue` for `/vue/`, and `/` for the root: what a router wants. */
export const basePath = settings.basePath.replace(/\/+$/u, '') || '/'
export const apiBase = settings.apiBase.replace(/\/+$/u, '')
export const isLocal = settings.variant === 'local'
