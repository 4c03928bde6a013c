import { createStore } from '../store.ts'

export interface ServerIdentity {
  readonly version: string | undefined
  readonly name: string | undefined
  readonly environment: string | undefined
}

export const serverIdentityStore = createStore<ServerIdentity>({
  version: undefined,
  name: undefined,
  environment: undefined,
})

/** Every response names the server that sent it; the About section shows the latest. */
export function recordIdentity(headers: Headers) {
  const now = serverIdentityStore.get()
  const next = {
    version: headers.get('x-server-version') ?? now.version,
    name: headers.get('x-server-name') ?? now.name,
    environment: headers.get('x-server-environment') ?? now.environment,
  }
  const hasChanged =
    next.version !== now.version || next.name !== now.name || next.environment !== now.environment
  if (hasChanged) serverIdentityStore.set(next)
}
