import { limits } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { call } from '../api/call.ts'

const reported = new Set<string>()
const maxPerPage = 10

/** Logs an uncaught error and sends it to the server; every uncaught error passes through here. */
export function reportError(error: unknown) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  console.error(error)
  // An error that repeats in a loop must not flood the server.
  if (reported.has(message) || reported.size >= maxPerPage) return
  reported.add(message)
  call(
    routes.system.reportError,
    {
      body: {
        message: message.slice(0, limits.clientErrorMessage),
        ...(stack !== undefined && { stack: stack.slice(0, limits.clientErrorBytes) }),
        page: location.pathname.slice(0, limits.textMax),
      },
    },
    { isQuiet: true },
  ).catch(() => undefined)
}

export function reportUncaughtErrors(onError: (error: unknown) => void) {
  addEventListener('error', (event) => {
    // An image that did not load also fires this event, without an error; its component handles it.
    if (event.error === undefined || event.error === null) return
    reportError(event.error)
    onError(event.error)
  })
  addEventListener('unhandledrejection', (event) => {
    reportError(event.reason)
    onError(event.reason)
  })
}
