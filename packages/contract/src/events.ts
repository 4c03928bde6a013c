import { z } from 'zod'
import type { ErrorReply } from './errors.ts'
import { ClinicId, SensorId, StudyId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/** A stream that a page can follow: each has a route of its own as well. */
export type EventTopic =
  | { readonly kind: 'changes'; readonly clinicId: ClinicId }
  /** The version of a study's drawings and views; its own route returns the state itself. */
  | { readonly kind: 'drawings'; readonly studyId: StudyId }
  | { readonly kind: 'sensor'; readonly sensorId: SensorId }
  | { readonly kind: 'generator' }
  /** A revision that grows with each change of a case in reach and each notice. */
  | { readonly kind: 'cases' }

/** The client chooses the key, and never uses it twice for the same event stream. */
export interface FollowedTopic {
  readonly key: number
  readonly topic: EventTopic
}

export const formatFollowed = (followed: readonly FollowedTopic[]) =>
  followed.map(({ key, topic }) => `${key}:${formatTopic(topic)}`).join(',')

function formatTopic(topic: EventTopic): string {
  if (topic.kind === 'changes') return `changes:${topic.clinicId}`
  if (topic.kind === 'drawings') return `drawings:${topic.studyId}`
  return topic.kind === 'sensor' ? `sensor:${topic.sensorId}` : topic.kind
}

function parseTopic(kind: string | undefined, id: string | undefined): EventTopic | undefined {
  if (kind === 'generator' || kind === 'cases') return id === undefined ? { kind } : undefined
  if (kind === 'changes') {
    const clinicId = ClinicId.safeParse(id).data
    return clinicId === undefined ? undefined : { kind, clinicId }
  }
  if (kind === 'drawings') {
    const studyId = StudyId.safeParse(id).data
    return studyId === undefined ? undefined : { kind, studyId }
  }
  const sensorId = kind === 'sensor' ? SensorId.safeParse(id).data : undefined
  return sensorId === undefined ? undefined : { kind: 'sensor', sensorId }
}

/** Comma-separated topics with their keys: `1:changes:7,2:drawings:5,3:sensor:3,4:generator,5:cases`. */
const Followed = z
  .string()
  .max(limits.longTextMax)
  .transform((text, context): readonly FollowedTopic[] => {
    const followed = text.split(',').flatMap((part) => {
      const [, key, kind, id] = /^(\d{1,9}):([a-z]+)(?::(\d+))?$/u.exec(part) ?? []
      const topic = parseTopic(kind, id)
      return topic === undefined ? [] : [{ key: Number(key), topic }]
    })
    const isValid =
      followed.length === text.split(',').length &&
      followed.length <= limits.followedTopics &&
      new Set(followed.map(({ key }) => key)).size === followed.length
    if (!isValid) context.addIssue({ code: 'custom', message: 'field/invalid' })
    return followed
  })

const ofReach = { needs: 'sign-in', clinic: 'reach' } as const

/** Each topic needs the permission of its own route, and reaches the same clinics. */
export const eventRoutes = {
  open: defineRoute({
    ...ofReach,
    method: 'GET',
    path: '/events',
    summary: 'Several topics in one stream of server-sent events',
    query: z.object({ follow: Followed }),
    produces: 'text/event-stream',
  }),
  follow: defineRoute({
    ...ofReach,
    method: 'PUT',
    path: '/events/:stream',
    summary: 'Change the topics of an open event stream; those with the same key continue',
    params: z.object({ stream: z.uuid() }),
    body: z.object({ follow: Followed }),
  }),
}

/**
 * The events of `GET /events`. `stream` comes first. `text` is a part of what the topic's own route
 * sends. `close` has the error reply if the topic was refused.
 */
export interface TopicEvents {
  readonly stream: { readonly id: string }
  readonly open: { readonly key: number }
  readonly text: { readonly key: number; readonly text: string }
  readonly close: {
    readonly key: number
    readonly error?: { readonly status: number; readonly reply: ErrorReply }
  }
}
