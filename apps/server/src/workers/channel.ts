import type { Transferable } from 'node:worker_threads'
import { createAnswerer } from './answer-requests.ts'
import type { RequestHandlers } from './answer-requests.ts'
import type {
  CallHandlers,
  CallsOf,
  ErrorCodec,
  Message,
  Protocol,
  StreamHandlers,
  StreamItem,
  StreamPayload,
  StreamsOf,
} from './protocol.ts'
import { createRequester } from './send-requests.ts'
import type { CallOptions } from './send-requests.ts'

export interface ChannelHandlers<Local extends Protocol> {
  readonly calls: CallHandlers<Local>
  readonly streams?: StreamHandlers<Local>
  readonly errors?: ErrorCodec | undefined
}

export interface Channel<Remote extends Protocol> {
  readonly call: <Name extends keyof CallsOf<Remote> & string>(
    name: Name,
    payload: CallsOf<Remote>[Name]['payload'],
    options?: CallOptions<CallsOf<Remote>[Name]['progress']>,
  ) => Promise<CallsOf<Remote>[Name]['result']>
  readonly stream: <Name extends keyof StreamsOf<Remote> & string>(
    name: Name,
    payload: StreamPayload<StreamsOf<Remote>[Name]>,
    options?: Pick<CallOptions<never>, 'signal'>,
  ) => AsyncIterable<StreamItem<StreamsOf<Remote>[Name]>>
  /** Rejects all pending calls, because the other side has ended. */
  readonly close: (reason: Error) => void
}

/** One end of a message channel: a port, or a thread seen from the one that started it. */
export interface Port {
  readonly postMessage: (message: Message, transfer?: readonly Transferable[]) => void
  readonly on: (event: 'message', listener: (message: Message) => void) => unknown
}

/**
 * Opens calls and streams between two threads, in both directions over one port. Payloads and
 * results are copied, except for the buffers that are named to be transferred.
 */
export function openChannel<Local extends Protocol, Remote extends Protocol>(
  port: Port,
  { calls, streams, errors }: ChannelHandlers<Local>,
): Channel<Remote> {
  const send: Port['postMessage'] = (message, transfer) => port.postMessage(message, transfer)
  // The other thread asks by the same protocol, whose types the messages do not show.
  const handlers: RequestHandlers = {
    calls,
    streams: (streams ?? {}) as RequestHandlers['streams'],
  }
  const answerer = createAnswerer(send, handlers, errors)
  const requester = createRequester<Remote>(send, errors)
  port.on('message', (message) => {
    switch (message.is) {
      case 'call':
      case 'stream':
      case 'next':
      case 'abort':
        return answerer.receive(message)
      default:
        return requester.receive(message)
    }
  })
  return {
    call: requester.call,
    stream: requester.stream,
    close(reason) {
      requester.close(reason)
      answerer.abortAll()
    },
  }
}
