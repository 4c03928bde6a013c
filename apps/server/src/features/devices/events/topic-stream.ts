import { randomUUID } from 'node:crypto'
import type { EventTopic, FollowedTopic, TopicEvents, UserId } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import { EventStream } from '../../studies/index.ts'

/** A client that no longer reads must not fill the memory; a preview of a sensor is large. */
const maxUnreadBytes = 8_000_000

export interface TopicOutput {
  /** Called once the topic is admitted and its source is connected. */
  readonly onOpen: () => void
  readonly write: (text: string) => void
  readonly signal: AbortSignal
}

/** Writes what a topic sends, until its source ends; throws if the topic is refused. */
type RunTopic = (topic: EventTopic, output: TopicOutput) => Promise<void>

type ErrorOfTopic = NonNullable<TopicEvents['close']['error']>

interface TopicStreamOptions {
  readonly userId: UserId
  readonly reply: FastifyReply
  readonly onEnd: () => void
}

/** One response with the events of several topics; a topic ends without affecting the others. */
export class TopicStream {
  readonly id: string = randomUUID()
  readonly userId: UserId
  readonly #events: EventStream
  /** A topic that has ended stays until the client no longer lists it, so that it is not reopened. */
  readonly #topics = new Map<
    number,
    { readonly topic: EventTopic; readonly end: AbortController }
  >()
  #isOver = false

  constructor({ userId, reply, onEnd }: TopicStreamOptions) {
    this.userId = userId
    this.#events = new EventStream(
      userId,
      reply,
      () => {
        this.#isOver = true
        for (const { end } of this.#topics.values()) end.abort()
        onEnd()
      },
      maxUnreadBytes,
    )
    this.#send('stream', { id: this.id })
  }

  /** The topics that have not ended. */
  get running(): readonly FollowedTopic[] {
    return [...this.#topics]
      .filter(([, { end }]) => !end.signal.aborted)
      .map(([key, { topic }]) => ({ key, topic }))
  }

  /** Ends the topics that are not listed, and starts those with new keys. */
  follow(
    followed: readonly FollowedTopic[],
    run: RunTopic,
    toError: (error: unknown) => ErrorOfTopic,
  ): void {
    if (this.#isOver) return
    const keys = new Set(followed.map(({ key }) => key))
    for (const [key, { end }] of this.#topics) {
      if (keys.has(key)) continue
      end.abort()
      this.#topics.delete(key)
    }
    for (const { key, topic } of followed) {
      if (this.#topics.has(key)) continue
      const end = new AbortController()
      this.#topics.set(key, { topic, end })
      void this.#run(key, end, toError, (output) => run(topic, output))
    }
  }

  /** Ends one topic and tells the client why. */
  close(key: number, error?: ErrorOfTopic): void {
    const end = this.#topics.get(key)?.end
    if (!end || end.signal.aborted) return
    end.abort()
    this.#send('close', { key, ...(error ? { error } : {}) })
  }

  end(): void {
    this.#events.end()
  }

  async #run(
    key: number,
    end: AbortController,
    toError: (error: unknown) => ErrorOfTopic,
    run: (output: TopicOutput) => Promise<void>,
  ): Promise<void> {
    const { signal } = end
    let isOpen = false
    let error: ErrorOfTopic | undefined
    try {
      await run({
        signal,
        onOpen: () => {
          isOpen = true
          if (!signal.aborted) this.#send('open', { key })
        },
        write: (text) => {
          if (!signal.aborted && text !== '') this.#send('text', { key, text })
        },
      })
    } catch (failure) {
      // A source that disconnects later only ends, as the stream of its own route does.
      if (!isOpen && !signal.aborted) error = toError(failure)
    }
    // The key may belong to nobody by now.
    if (this.#topics.get(key)?.end === end) this.close(key, error)
  }

  #send<Name extends keyof TopicEvents>(event: Name, data: TopicEvents[Name]): void {
    this.#events.send(event, JSON.stringify(data))
  }
}
