import { createStore } from '../store.ts'

export interface ServerIdentity {
  readonly version: string | undefined
  readonly name: string | undefined
  readonly environment: string | undefined
}

export const serverIdentity = createStore<ServerIdentity>({
  version: undefined,
  name: undefined,
  environment: undefined,
})

/** Every answer says which server gave it; the About section shows the latest. */
export function recordIdentity(headers: Headers) {
  const now = serverIdentity.get()
  const next = {
    version: headers.get('x-server-version') ?? now.version,
    name: headers.get('x-server-name') ?? now.name,
    environment: headers.get('x-server-environment') ?? now.environment,
  }
  const isNews =
    next.version !== now.version || next.name !== now.name || next.environment !== now.environment
  if (isNews) serverIdentity.set(next)
}
