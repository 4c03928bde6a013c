import type { Association } from './association.ts'
import { abortUnlessRefused, checkStatus } from './c-store.ts'
import { isPending, statuses } from './codes.ts'
import { commandFields } from './command-set.ts'
import { createMalformedFault } from './fault.ts'

/** Requests of one association follow each other, because no asynchronous window is negotiated. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: <Result>(work: () => Promise<Result>): Promise<Result> => {
      const done = last.then(work)
      last = done.catch(() => undefined)
      return done
    },
    /** Takes a turn at once; it begins when `begun` resolves and lasts until `end`. */
    take: (): { readonly begun: Promise<unknown>; readonly end: () => void } => {
      const begun = last
      const over = Promise.withResolvers<void>()
      last = over.promise
      return { begun, end: over.resolve }
    },
  }
}

export interface FindRequest {
  readonly sopClass: string
  readonly identifier: Uint8Array
  readonly signal: AbortSignal | undefined
  readonly limits: { readonly responseMs: number; readonly identifierBytes: number }
}

export async function* sendFind(
  association: Association,
  turns: ReturnType<typeof createTurns>,
  { sopClass, identifier, signal, limits }: FindRequest,
): AsyncGenerator<Buffer> {
  const { connection } = association
  const { id: contextId } = association.findContext(sopClass)
  const turn = turns.take()
  await turn.begun
  const { messageId, responses } = association.startRequest()
  const cancel = () => {
    if (!connection.isOver)
      void association
        .send(contextId, { field: commandFields.cancel, respondingTo: messageId })
        .catch(() => undefined)
  }
  let isDone = false
  try {
    signal?.addEventListener('abort', cancel, { once: true })
    const command = { affectedClass: sopClass, field: commandFields.find, messageId, priority: 0 }
    await association.send(contextId, command, [identifier])
    while (!isDone) {
      const { command: response, dataset } = await responses.next(limits.responseMs)
      if (response.field !== (commandFields.find | commandFields.response))
        throw createMalformedFault('an answer to nothing')
      const found = await dataset?.readAll(limits.identifierBytes)
      isDone = !isPending(response.status ?? 0)
      if (isDone && response.status !== statuses.cancelled) checkStatus(response)
      if (!isDone && found) yield found
    }
  } catch (error) {
    isDone = true
    abortUnlessRefused(association, error)
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
    // The caller left the loop early: cancel at the peer and discard the remaining responses.
    if (!isDone) {
      cancel()
      await discardResponses(responses, limits.responseMs).catch((error: unknown) =>
        abortUnlessRefused(association, error),
      )
    }
    association.endRequest(messageId)
    turn.end()
  }
}

async function discardResponses(
  responses: ReturnType<Association['startRequest']>['responses'],
  responseMs: number,
): Promise<void> {
  for (;;) {
    const { command, dataset } = await responses.next(responseMs)
    await dataset?.discard()
    if (!isPending(command.status ?? 0)) return
  }
}
