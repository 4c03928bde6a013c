import { persistentStorage } from '../browser-storage.ts'
import { onSignOut } from '../session-state.ts'
import { createStore } from '../store.ts'

const key = 'token'

/** To the browser, a user with a token is signed in; the server decides whether it is valid. */
export const tokenStore = createStore<string | undefined>(persistentStorage.read(key))

export function storeToken(token: string | undefined) {
  persistentStorage.write(key, token)
  tokenStore.set(token)
}
onSignOut(() => storeToken(undefined))

/** A sign-out or the sign-in of another user in one tab applies to all tabs. */
export function watchOtherTabs(onChange: () => void) {
  addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage || (event.key !== key && event.key !== null)) return
    const token = persistentStorage.read(key)
    if (token === tokenStore.get()) return
    tokenStore.set(token)
    onChange()
  })
}

/** Parses `Bearer abc`; a token without the scheme is accepted too. */
export const parseToken = (header: string | null): string | undefined =>
  header?.replace(/^Bearer\s+/iu, '').trim() || undefined
