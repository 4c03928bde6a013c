import { get } from 'node:http'

/** Subscribes to an event stream and collects its text until it is closed. */
export function listenToEvents(
  bridge: { readonly port: number; readonly token: string },
  path: string,
  server?: string,
) {
  const received = { text: '', isClosed: false }
  const headers = {
    host: `127.0.0.1:${bridge.port}`,
    authorization: `Bearer ${bridge.token}`,
    ...(server === undefined ? {} : { 'talus-server': server }),
  }
  const asked = get({ host: '127.0.0.1', port: bridge.port, path, headers }, (response) => {
    response.setEncoding('utf8').on('data', (text: string) => (received.text += text))
    response.on('close', () => (received.isClosed = true))
  })
  asked.on('error', () => undefined)
  return { received, close: () => asked.destroy() }
}
