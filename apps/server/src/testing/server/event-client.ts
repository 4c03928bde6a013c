import { setTimeout as sleep } from 'node:timers/promises'

export interface ReceivedEvent {
  readonly event: string
  readonly data: unknown
}

/** Subscribes to a stream of server-sent events over a real connection, until it is closed. */
export async function subscribeToEvents(url: string, token: string) {
  const disconnect = new AbortController()
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: disconnect.signal,
  })
  const received: ReceivedEvent[] = []
  const receive = async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString()
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const [, event = '', data = ''] =
          /^event: (\w+)\ndata: (.*)$/u.exec(text.slice(0, end)) ?? []
        if (event !== '') received.push({ event, data: JSON.parse(data) })
        text = text.slice(end + 2)
      }
    }
  }
  // Reading fails when the test disconnects.
  const ended = receive().catch(() => undefined)
  return {
    received,
    /** Resolves when the stream has ended. */
    ended,
    getData: (event: string) =>
      received.filter((one) => one.event === event).map(({ data }) => data),
    until: async (event: string) => {
      for (let tries = 0; tries < 600; tries += 1) {
        const found = received.find((one) => one.event === event)
        if (found) return found.data
        await sleep(25)
      }
      throw new Error(`no event ${event} was received`)
    },
    close: async () => {
      disconnect.abort()
      await ended
    },
  }
}
