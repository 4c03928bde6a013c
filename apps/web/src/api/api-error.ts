import type { ErrorReply } from '@talus/contract'

/** A refusal of the server, or the failure to reach it (status 0). The message is for people. */
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

/** The server's words if it gave any, else the error's own, else that nobody knows. */
export function errorText(error: unknown, unknown: string): string {
  if (error instanceof Error && error.message.trim() !== '') return error.message
  if (typeof error === 'string' && error.trim() !== '') return error
  return unknown
}

/** What a body says about its error; a proxy's HTML page or a cut-off body says nothing. */
export function replyOf(body: unknown): Partial<ErrorReply> {
  if (typeof body !== 'object' || body === null) return {}
  const { code, message, fields, conflicts } = body as Partial<ErrorReply>
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
    ...(typeof fields === 'object' && fields !== null && { fields }),
    ...(Array.isArray(conflicts) && { conflicts }),
  }
}
