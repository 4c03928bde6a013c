import { can, getReach, isInReach, refuse, routes } from '@talus/contract'
import type { Actor, ClinicId, EventTopic, Language, Route, Variant } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../../db/open.ts'
import { createErrorReply } from '../../../http/error-reply.ts'
import { describeError } from '../../../http/error-report.ts'
import type { ReportError } from '../../../http/error-report.ts'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import { authenticateWithoutRenewal } from '../../auth/index.ts'
import type { WatchDrawings } from '../../viewer-state/index.ts'
import type { OpenSensor } from '../bridge.routes.ts'
import type { StreamSource } from '../connection/bridge-stream.ts'
import type { GeneratorCall, OpenGenerator } from '../generator/generator.routes.ts'
import { TopicStream } from './topic-stream.ts'
import type { TopicOutput } from './topic-stream.ts'

export interface EventDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly reportError: ReportError
  readonly variant: Variant
  readonly watchChanges: (clinicId: ClinicId, notify: (revision: number) => void) => () => void
  readonly watchDrawings: WatchDrawings
  /** The cases that the user reaches, and their notices. */
  readonly watchCases: (actor: Actor) => (notify: (revision: number) => void) => () => void
  readonly openSensor: OpenSensor
  readonly openGenerator: OpenGenerator
}

/** Each tab has one stream; more than this are tabs whose disconnect was not noticed. */
const streamsPerUser = 20
/** How soon a sign-out or a revoked right ends an open stream. */
const checkMs = 5000

const topicRoutes = {
  changes: routes.study.changes,
  drawings: routes.viewerState.ofStudy,
  sensor: routes.sensor.events,
  generator: routes.generator.events,
  cases: routes.radCase.stat,
} as const

interface OpenStream {
  readonly stream: TopicStream
  readonly token: string
  /** The user with the rights of the last check. */
  actor: Actor
}

/** One stream for all that a page follows; see docs/decisions/0046-one-event-stream.md. */
export function eventRoutes(mount: Mount, mountRaw: MountRaw, deps: EventDeps) {
  const open = new Map<string, OpenStream>()

  /** The rights are those of the topic's own route. */
  function requireTopic(topic: EventTopic, actor: Actor) {
    const { needs } = topicRoutes[topic.kind]
    const { variant = deps.variant }: Route = topicRoutes[topic.kind]
    if (variant !== deps.variant) refuse('route/not-found')
    if (!can(actor, needs)) refuse('access/forbidden')
    if (topic.kind === 'changes' && !isInReach(getReach(actor), topic.clinicId))
      refuse('access/other-clinic')
  }

  const toError = (error: unknown, language: Language) => {
    const { status, body, isUnexpected } = createErrorReply(error, language)
    if (isUnexpected)
      deps.reportError({ source: 'server', ...describeError(error), page: 'GET /events' })
    return { status, reply: body }
  }

  async function runTopic(
    topic: EventTopic,
    output: TopicOutput,
    { call, actorNow }: { readonly call: GeneratorCall; readonly actorNow: () => Actor },
  ): Promise<void> {
    requireTopic(topic, actorNow())
    if (topic.kind === 'changes')
      return runWatch(output, 'revision', (notify) => deps.watchChanges(topic.clinicId, notify))
    if (topic.kind === 'cases') return runWatch(output, 'revision', deps.watchCases(actorNow()))
    if (topic.kind === 'drawings')
      return runWatch(output, 'version', await deps.watchDrawings(topic.studyId, actorNow()))
    return runSource(
      topic.kind === 'sensor'
        ? await deps.openSensor(topic.sensorId, actorNow)
        : await deps.openGenerator(call, actorNow),
      output,
    )
  }

  const follow = (
    one: OpenStream,
    call: GeneratorCall & { readonly language: Language },
    followed: Parameters<TopicStream['follow']>[0],
  ) =>
    one.stream.follow(
      followed,
      (topic, output) => runTopic(topic, output, { call, actorNow: () => one.actor }),
      (error) => toError(error, call.language),
    )

  /** Ends the stream after a sign-out, and single topics whose permission was withdrawn. */
  async function check(one: OpenStream, language: Language) {
    const known = await authenticateWithoutRenewal(deps, one.token)
    if (!known) {
      one.stream.end()
      return
    }
    one.actor = known
    for (const { key, topic } of one.stream.running) {
      try {
        requireTopic(topic, known)
      } catch (error) {
        one.stream.close(key, toError(error, language))
      }
    }
  }

  mountRaw(routes.events.open, async (call, reply) => {
    const { actor, token = '', language, query } = call
    const own = [...open.values()].filter(({ stream }) => stream.userId === actor.id)
    if (own.length >= streamsPerUser) own[0]?.stream.end()
    const stream = new TopicStream({
      userId: actor.id,
      reply,
      onEnd: () => {
        open.delete(stream.id)
        clearInterval(checking)
      },
    })
    const one: OpenStream = { stream, token, actor }
    open.set(stream.id, one)
    const checking = setInterval(() => {
      // An unavailable database says nothing about the user's rights.
      check(one, language).catch(() => undefined)
    }, checkMs).unref()
    follow(one, call, query.follow)
    return reply
  })

  mount(routes.events.follow, async (call) => {
    const { params, body, actor, token } = call
    const one = open.get(params.stream)
    if (!one || one.token !== token) refuse('record/not-found')
    one.actor = actor
    follow(one, call, body.follow)
  })

  return {
    stop: () => {
      for (const { stream } of open.values()) stream.end()
    },
  }
}

/** Sends the numbers of a watch until the topic ends. */
async function runWatch(
  { onOpen, write, signal }: TopicOutput,
  event: 'revision' | 'version',
  watch: (notify: (value: number) => void) => () => void,
): Promise<void> {
  onOpen()
  const unwatch = watch((value) => write(`event: ${event}\ndata: ${value}\n\n`))
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  unwatch()
}

async function runSource(
  { open, subscribe }: StreamSource,
  { onOpen, write, signal }: TopicOutput,
): Promise<void> {
  const chunks = await open(signal)
  const decoder = new TextDecoder()
  onOpen()
  const unsubscribe = subscribe?.(write)
  try {
    for await (const chunk of chunks)
      write(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
  } finally {
    unsubscribe?.()
  }
}
