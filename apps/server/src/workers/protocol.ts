import type { Transferable } from 'node:worker_threads'

/** A call to another thread: its argument, its result, and the messages it sends in between. */
export interface Call<Payload, Result, Progress = never> {
  readonly payload: Payload
  readonly result: Result
  readonly progress: Progress
}

/** A stream from another thread, whose items are produced one by one, each on request. */
export interface Stream<Payload, Item> {
  readonly payload: Payload
  readonly item: Item
}

/** The calls and streams that one thread provides to another, by name. */
export interface Protocol {
  readonly calls: Readonly<Record<string, Call<unknown, unknown, unknown>>>
  readonly streams?: Readonly<Record<string, Stream<unknown, unknown>>>
}

/** The protocol of a thread that only calls. */
export interface NoCalls {
  readonly calls: Readonly<Record<never, never>>
}

export type CallsOf<Provided extends Protocol> = Provided['calls']
export type StreamsOf<Provided extends Protocol> = Provided extends {
  readonly streams: infer Streams
}
  ? Streams
  : Readonly<Record<never, never>>
export type StreamPayload<Asked> = Asked extends Stream<infer Payload, unknown> ? Payload : never
export type StreamItem<Asked> = Asked extends Stream<unknown, infer Item> ? Item : never

/** A result whose buffers are transferred instead of copied, and unusable in the thread then. */
export class Transferred<Result> {
  readonly result: Result
  readonly transfer: readonly Transferable[]

  constructor(result: Result, transfer: readonly Transferable[]) {
    this.result = result
    this.transfer = transfer
  }
}

export interface CallContext<Progress> {
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal
  readonly sendProgress: (progress: Progress, transfer?: readonly Transferable[]) => void
}

type Answer<Result> = Result | Transferred<Result>

export type CallHandlers<Provided extends Protocol> = {
  readonly [Name in keyof CallsOf<Provided>]: (
    payload: CallsOf<Provided>[Name]['payload'],
    context: CallContext<CallsOf<Provided>[Name]['progress']>,
  ) =>
    | Answer<CallsOf<Provided>[Name]['result']>
    | Promise<Answer<CallsOf<Provided>[Name]['result']>>
}

export type StreamHandlers<Provided extends Protocol> = {
  readonly [Name in keyof StreamsOf<Provided>]: (
    payload: StreamPayload<StreamsOf<Provided>[Name]>,
    context: Pick<CallContext<never>, 'signal'>,
  ) => AsyncIterable<StreamItem<StreamsOf<Provided>[Name]>>
}

/** Preserves the class of errors that cross threads; of all others only the message arrives. */
export interface ErrorCodec {
  /** Returns undefined for an error of another class. */
  readonly pack: (error: unknown) => object | undefined
  readonly unpack: (packed: never) => Error
}

/** Checks that both directions of a codec agree on the packed form. */
export const defineErrorCodec = <Packed extends object>(codec: {
  readonly pack: (error: unknown) => Packed | undefined
  readonly unpack: (packed: Packed) => Error
}): ErrorCodec => codec

/** A message that asks the other thread for something. */
export type Request =
  | {
      readonly is: 'call' | 'stream'
      readonly id: number
      readonly name: string
      readonly payload: unknown
    }
  | { readonly is: 'next' | 'abort'; readonly id: number }

/** A message about a request of the other thread, under its ID. */
export type Response =
  | { readonly is: 'answer' | 'item' | 'progress'; readonly id: number; readonly value: unknown }
  | { readonly is: 'end'; readonly id: number }
  | {
      readonly is: 'fault'
      readonly id: number
      readonly message: string
      /** The error as its codec packs it; undefined for one without a codec. */
      readonly packed: object | undefined
    }

export type Message = Request | Response

export type Send = (message: Message, transfer?: readonly Transferable[]) => void
