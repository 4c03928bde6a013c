import type { ErrorReply } from '@talus/contract'

/**
 * An error reply of the server, or the failure to reach it (status 0). The message is shown to the
 * user.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly conflicts: readonly string[]

  constructor(status: number, message: string, reply: Partial<ErrorReply> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = reply.code
    this.fields = reply.fields ?? {}
    this.conflicts = reply.conflicts ?? []
  }
}

/** Returns the message of the error, or the fallback if it has none. */
export function readErrorMessage(error: unknown, fallback: string): string {
  if (error instanceof Error && error.message.trim() !== '') return error.message
  if (typeof error === 'string' && error.trim() !== '') return error
  return fallback
}

/**
 * Reads the error reply from a body; a proxy's HTML page or a truncated body gives an empty one.
 */
export function parseErrorReply(body: unknown): Partial<ErrorReply> {
  if (typeof body !== 'object' || body === null) return {}
  const { code, message, fields, conflicts } = body as Partial<ErrorReply>
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
    ...(typeof fields === 'object' && fields !== null && { fields }),
    ...(Array.isArray(conflicts) && { conflicts }),
  }
}
