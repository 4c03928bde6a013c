import { parentPort } from 'node:worker_threads'
import { openChannel } from './channel.ts'
import type { CallHandlers, ErrorCodec, NoCalls } from './protocol.ts'
import type { PoolProtocol } from './worker-pool.ts'

/**
 * Answers the calls of a pool in its worker. An error that is not one of `errors` ends the worker,
 * and the pool reports it.
 */
export function answerCalls<Calls extends PoolProtocol>(
  calls: CallHandlers<Calls>,
  { pack, unpack }: ErrorCodec,
): void {
  if (!parentPort) throw new Error('this is the script of a worker')
  const packOrThrow = (error: unknown): object => {
    const packed = pack(error)
    if (packed === undefined) throw error
    return packed
  }
  openChannel<Calls, NoCalls>(parentPort, { calls, errors: { pack: packOrThrow, unpack } })
}
