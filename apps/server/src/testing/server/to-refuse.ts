import { errors } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import { expect } from 'vitest'

/** A response of the test server, of Fastify's `inject` or of the DICOMweb client. */
interface Reply {
  readonly status?: number
  readonly statusCode?: number
  readonly error?: unknown
  readonly json?: () => unknown
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Expects an error response with this code and with the status that the contract gives it, or
     * with the given one.
     */
    toRefuse: T extends Reply ? (code: ErrorCode, status?: number) => R : never
  }
}

function readCode({ error, json }: Reply): unknown {
  const body = json ? json() : error
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

expect.extend({
  toRefuse(reply: Reply, code: ErrorCode, status: number = errors[code]) {
    const received = { status: reply.status ?? reply.statusCode, code: readCode(reply) }
    const expected = { status, code }
    return {
      pass: this.equals(received, expected),
      actual: received,
      expected,
      message: () =>
        this.isNot
          ? `the response is the refusal ${code}`
          : `expected the refusal ${status} ${code}, received ${received.status} ${String(received.code)}`,
    }
  },
})
