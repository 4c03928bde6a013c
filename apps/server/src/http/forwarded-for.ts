import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

const withPort = /^(?:\[(?<six>[^\]]+)\](?::\d+)?|(?<four>[\d.]+):\d+)$/u
const mapped = /^::ffff:(?<four>\d+\.\d+\.\d+\.\d+)$/iu

/** An address as it is compared and stored, without the port that some proxies write beside it. */
function toAddress(entry: string): string | undefined {
  const { six, four } = withPort.exec(entry)?.groups ?? {}
  const address = six ?? four ?? entry
  if (isIP(address) === 0) return undefined
  return mapped.exec(address)?.groups?.['four'] ?? address
}

/**
 * The entries of `X-Forwarded-For` up to the first that is no address, counted from the server. The
 * entries before that one were written by the client, or by a proxy that does not know them.
 */
export function cleanForwardedFor(header: string): string | undefined {
  const addresses: string[] = []
  for (const entry of header.split(',').toReversed()) {
    const address = toAddress(entry.trim())
    if (address === undefined) break
    addresses.unshift(address)
  }
  return addresses.length === 0 ? undefined : addresses.join(', ')
}

/**
 * Cleans the header before anything reads the address of a request: a limit for each address would
 * never be reached if each connection had another port, and any text could stand in the audit trail.
 */
export function cleanForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const given = headers['x-forwarded-for']
    if (typeof given === 'string') {
      const cleaned = cleanForwardedFor(given)
      if (cleaned === undefined) delete headers['x-forwarded-for']
      else headers['x-forwarded-for'] = cleaned
    }
    done()
  })
}
