import { PageSettings } from '@talus/contract'

/** What the server has written into the page. Without it nothing can work, so a fault is thrown. */
const read = (): PageSettings => {
  const text = document.getElementById('talus-settings')?.textContent
  if (!text) throw new Error('The page came without its settings.')
  return PageSettings.parse(JSON.parse(text))
}

export const settings = read()
/** `/vue` for `/vue/`, and `/` for the root: what a router wants. */
export const basePath = settings.basePath.replace(/\/+$/u, '') || '/'
export const apiBase = settings.apiBase.replace(/\/+$/u, '')
export const isLocal = settings.variant === 'local'
