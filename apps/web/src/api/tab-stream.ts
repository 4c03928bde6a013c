import { formatFollowed } from '@talus/contract'
import type { EventTopic, TopicEvents } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { onSignOut } from '../session-state.ts'
import { call, callRaw, createNetworkError, toApiError } from './call.ts'
import { createEventReader } from './stream-parser.ts'
import type { ServerEvent } from './stream-parser.ts'
import { tokenStore } from './token.ts'

/** A change of the topics that takes longer counts as failed. */
const changeMs = 10_000

interface Subscription {
  readonly topic: EventTopic
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  /** Ends the subscription, with the error if the topic was refused or the connection failed. */
  readonly finish: (error?: Error) => void
}

interface Connection {
  readonly end: AbortController
  readonly token: string
  /** Known once the server has answered. */
  id: string | undefined
  /** The keys that were sent to the server last, without those that it has ended. */
  sent: Set<number>
  isChanging: boolean
}

/** By key, which is used once: what the server still sends for an earlier key is ignored. */
const subscriptions = new Map<number, Subscription>()
let connection: Connection | undefined
let updateTimer: ReturnType<typeof setTimeout> | undefined
let lastKey = 0
onSignOut(() => {
  // A listener that remains tries again later, with the token of the next user or without one.
  for (const { finish } of Array.from(subscriptions.values())) finish(createNetworkError())
  connection?.end.abort()
  connection = undefined
  clearTimeout(updateTimer)
  updateTimer = undefined
})

/**
 * Follows a topic in the only event stream of this tab, until the server ends the topic or `signal`
 * is aborted. A browser allows six connections to a server for all its tabs. Rejects if the topic
 * was refused or the connection failed.
 */
export function followTopic(
  topic: EventTopic,
  listener: Pick<Subscription, 'onOpen' | 'onText'>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const key = newKey()
    const stop = () => subscription.finish()
    const subscription: Subscription = {
      topic,
      ...listener,
      finish: (error) => {
        signal.removeEventListener('abort', stop)
        for (const [at, one] of subscriptions) if (one === subscription) subscriptions.delete(at)
        scheduleUpdate()
        if (error === undefined) resolve()
        else reject(error)
      },
    }
    if (signal.aborted) {
      resolve()
      return
    }
    signal.addEventListener('abort', stop)
    subscriptions.set(key, subscription)
    scheduleUpdate()
  })
}

function newKey() {
  lastKey += 1
  return lastKey
}

/** A page that replaces another one changes several topics at once: one request is sent for all. */
function scheduleUpdate() {
  updateTimer ??= setTimeout(() => {
    updateTimer = undefined
    update()
  })
}

const listTopics = () => formatFollowed([...subscriptions].map(([key, one]) => ({ key, ...one })))

const isSent = ({ sent }: Connection) =>
  sent.size === subscriptions.size && [...subscriptions.keys()].every((key) => sent.has(key))

/** Opens, changes or closes the connection so that it carries the current topics. */
function update() {
  if (subscriptions.size === 0) {
    closeConnection()
    return
  }
  const token = tokenStore.get()
  if (token === undefined) {
    finishAll(createNetworkError())
    return
  }
  if (connection && connection.token !== token) moveTopics()
  if (!connection) void connect(token)
  else if (connection.id !== undefined && !isSent(connection))
    void changeTopics(connection, connection.id)
}

function closeConnection() {
  connection?.end.abort()
  connection = undefined
}

function finishAll(error?: Error) {
  // A finished subscription removes itself from the map.
  for (const { finish } of Array.from(subscriptions.values())) finish(error)
}

/** Closes the connection; the next one carries all topics, which open again under new keys. */
function moveTopics() {
  closeConnection()
  const moved = [...subscriptions.values()]
  subscriptions.clear()
  for (const one of moved) subscriptions.set(newKey(), one)
  scheduleUpdate()
}

async function connect(token: string) {
  const own: Connection = {
    end: new AbortController(),
    token,
    id: undefined,
    sent: new Set(subscriptions.keys()),
    isChanging: false,
  }
  connection = own
  let failure: Error | undefined
  try {
    const request = { query: { follow: listTopics() } }
    await callRaw(routes.events.open, request, (response) => readEvents(response, own), {
      signal: own.end.signal,
      isQuiet: true,
    })
  } catch (error) {
    failure = error instanceof Error ? error : createNetworkError()
  }
  if (connection !== own) return
  connection = undefined
  finishAll(failure)
}

/** Uses `fetch`, because the browser's EventSource cannot send the token. */
async function readEvents(response: Response, own: Connection): Promise<void> {
  if (!response.body) return
  const read = createEventReader((event) => {
    if (connection === own) receive(event, own)
  })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    read(value)
  }
}

function receive({ name, data }: ServerEvent, own: Connection) {
  // The server sends the types of the contract, so they are not checked twice.
  const parse = <Name extends keyof TopicEvents>(_name: Name) =>
    JSON.parse(data) as TopicEvents[Name]
  if (name === 'stream') {
    own.id = parse(name).id
    scheduleUpdate()
  } else if (name === 'open') subscriptions.get(parse(name).key)?.onOpen()
  else if (name === 'text') {
    const { key, text } = parse(name)
    subscriptions.get(key)?.onText(text)
  } else if (name === 'close') {
    const { key, error } = parse(name)
    own.sent.delete(key)
    subscriptions.get(key)?.finish(error && toApiError(error.status, error.reply))
  }
}

/**
 * Tells the server the current topics; those that were open before continue. The server does not
 * know the connection if another server holds it: then a new connection replaces it.
 */
async function changeTopics(own: Connection, id: string) {
  if (own.isChanging) return
  own.isChanging = true
  const sent = new Set(subscriptions.keys())
  try {
    const signal = AbortSignal.any([own.end.signal, AbortSignal.timeout(changeMs)])
    const request = { params: { stream: id }, body: { follow: listTopics() } }
    await call(routes.events.follow, request, { signal, isQuiet: true })
    own.sent = sent
    own.isChanging = false
    scheduleUpdate()
  } catch {
    if (connection === own) moveTopics()
  }
}
