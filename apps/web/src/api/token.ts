import { lasting } from '../browser-storage.ts'
import { createStore } from '../store.ts'

const key = 'token'

/** The presence of a token is what "signed in" means to the browser; the server decides the rest. */
export const tokenStore = createStore<string | undefined>(lasting.read(key))

export function keepToken(token: string | undefined) {
  lasting.write(key, token)
  tokenStore.set(token)
}

/** Signing out or in as somebody else in one tab counts for all of them. */
export function followOtherTabs(onChange: () => void) {
  addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage || (event.key !== key && event.key !== null)) return
    const token = lasting.read(key)
    if (token === tokenStore.get()) return
    tokenStore.set(token)
    onChange()
  })
}

/** The header reads `Bearer abc`; a bare token is accepted too. */
export const tokenOf = (header: string | null): string | undefined =>
  header?.replace(/^Bearer\s+/iu, '').trim() || undefined
