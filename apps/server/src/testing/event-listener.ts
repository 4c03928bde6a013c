import { setTimeout as sleep } from 'node:timers/promises'

export interface HeardEvent {
  readonly event: string
  readonly data: unknown
}

/** Hears a stream of server-sent events over a real line, until it is told to leave. */
export async function listenTo(url: string, token: string) {
  const leave = new AbortController()
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  const heard: HeardEvent[] = []
  const hear = async () => {
    let text = ''
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString()
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const [, event = '', data = ''] =
          /^event: (\w+)\ndata: (.*)$/u.exec(text.slice(0, end)) ?? []
        if (event !== '') heard.push({ event, data: JSON.parse(data) })
        text = text.slice(end + 2)
      }
    }
  }
  // Cut off when the test has heard enough.
  const ended = hear().catch(() => undefined)
  return {
    heard,
    of: (event: string) => heard.filter((one) => one.event === event).map(({ data }) => data),
    until: async (event: string) => {
      for (let tries = 0; tries < 600; tries += 1) {
        const found = heard.find((one) => one.event === event)
        if (found) return found.data
        await sleep(25)
      }
      throw new Error(`nobody told of ${event}`)
    },
    leave: async () => {
      leave.abort()
      await ended
    },
  }
}
