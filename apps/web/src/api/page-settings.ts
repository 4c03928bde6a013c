import type { PageSettings } from '@talus/contract'

/** Reads the settings that the server has written into the page; throws if there are none. */
const readSettings = (): PageSettings => {
  const text = document.getElementById('talus-settings')?.textContent
  if (!text) throw new Error('The page came without its settings.')
  // Not validated: the same server responds to the API calls, which are not validated either.
  return JSON.parse(text) as PageSettings
}

export const pageSettings = readSettings()
/** `/vue` for `/vue/`, and `/` for the root, as the router expects. */
export const basePath = pageSettings.basePath.replace(/\/+$/u, '') || '/'
export const apiBase = pageSettings.apiBase.replace(/\/+$/u, '')
export const isLocal = pageSettings.variant === 'local'
