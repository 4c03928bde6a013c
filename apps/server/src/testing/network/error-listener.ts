import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Event = z.object({
  platform: z.string(),
  release: z.string(),
  environment: z.string(),
  tags: z.object({ source: z.string() }),
  exception: z.object({ values: z.array(z.object({ value: z.string() })) }),
  extra: z.object({ stack: z.string().optional() }),
})

interface ErrorEnvelope {
  readonly path: string | undefined
  readonly auth: string | undefined
  readonly event: z.output<typeof Event>
}

/** Starts a Sentry-compatible receiver of error reports; `address` is a value for ERROR_DSN. */
export async function startErrorListener() {
  const reports: ErrorEnvelope[] = []
  const listener = createServer((request, response) => {
    void text(request).then((body) => {
      const event = Event.parse(JSON.parse(body.split('\n')[2] ?? ''))
      const auth = request.headers['x-sentry-auth']
      reports.push({ path: request.url, auth: auth?.toString(), event })
      response.end('{}')
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    address: `http://publickey@127.0.0.1:${port}/42`,
    reports,
    close: async () => {
      listener.closeAllConnections()
      listener.close()
      await once(listener, 'close')
    },
  }
}
