import { limits } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { call } from '../api/call.ts'

const reported = new Set<string>()
const mostPerPage = 10

/** The one place that every uncaught error of the browser goes through. */
export function reportError(error: unknown) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  console.error(error)
  // A fault in a loop must not become a flood.
  if (reported.has(message) || reported.size >= mostPerPage) return
  reported.add(message)
  call(
    routes.system.reportError,
    {
      body: {
        message: message.slice(0, 2000),
        ...(stack !== undefined && { stack: stack.slice(0, limits.clientErrorBytes / 2) }),
        page: location.pathname.slice(0, limits.textMax),
      },
    },
    { isQuiet: true },
  ).catch(() => undefined)
}

export function reportUncaught(onError: (error: unknown) => void) {
  addEventListener('error', (event) => {
    // An image that did not load arrives here too, without an error; its own place deals with it.
    if (event.error === undefined || event.error === null) return
    reportError(event.error)
    onError(event.error)
  })
  addEventListener('unhandledrejection', (event) => {
    reportError(event.reason)
    onError(event.reason)
  })
}
