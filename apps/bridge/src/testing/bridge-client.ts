import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { FrameList, Lease, SensorStatusResponse } from '@talus/contract'
import type { BridgeSensorName, BridgeSensorStatus, FrameInfo } from '@talus/contract'

interface RequestOptions {
  readonly method?: string
  readonly body?: unknown
  /** Null removes a default header. */
  readonly headers?: Readonly<Record<string, string | null>>
}

export const captureContext = {
  studyId: 7,
  annotation: { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Small', speciesId: 1 },
} as const

/** Sends requests to a bridge as the server does, and requests that the bridge must refuse. */
export function createBridgeClient(port: number, token: string) {
  /** Uses node:http, since `fetch` does not allow setting the Host header. */
  async function send(path: string, { method, body, headers = {} }: RequestOptions = {}) {
    const all: Record<string, string | null> = {
      host: `127.0.0.1:${port}`,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const present = Object.entries(all).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    )
    return new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>(
      (resolve, reject) => {
        const outgoing = request(
          {
            host: '127.0.0.1',
            port,
            path,
            method: method ?? (body === undefined ? 'GET' : 'POST'),
            headers: Object.fromEntries(present),
            agent: false,
          },
          (response) => {
            buffer(response).then(
              (bytes) =>
                resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
              reject,
            )
          },
        )
        outgoing.on('error', reject)
        outgoing.end(body === undefined ? undefined : JSON.stringify(body))
      },
    )
  }

  const json = async (path: string, options: RequestOptions = {}) => {
    const { status, bytes } = await send(path, options)
    const text = bytes.toString()
    return { status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }

  const status = async (sensor: BridgeSensorName): Promise<BridgeSensorStatus> =>
    SensorStatusResponse.parse((await json(`/sensor/${sensor}/status`)).body).status

  async function until<Value>(
    what: string,
    check: () => Promise<Value | undefined | false>,
    longestTries = 400,
  ) {
    for (let tries = 0; tries < longestTries; tries += 1) {
      const found = await check()
      if (found !== undefined && found !== false) return found
      await sleep(20)
    }
    throw new Error(`waited in vain for ${what}`)
  }

  const listFrames = async (): Promise<FrameInfo[]> =>
    FrameList.parse((await json('/frames')).body).frames

  return {
    send,
    json,
    status,
    until,
    listFrames,
    untilState: (sensor: BridgeSensorName, state: BridgeSensorStatus['state']) =>
      until(state, async () => {
        // A bridge that starts with other drivers accepts no connection for a moment.
        const now = await status(sensor).catch(() => undefined)
        return now?.state === state && now
      }),
    untilFrame: () => until('a frame', async () => (await listFrames())[0]),
    lease: async (sensor: BridgeSensorName, holder = 'Room 1') =>
      Lease.parse((await json(`/sensor/${sensor}/lease`, { body: { holder } })).body),
    arm: (sensor: BridgeSensorName, leaseId: string, captureId: string) =>
      json(`/sensor/${sensor}/arm`, { body: { leaseId, captureId, context: captureContext } }),
    order: (body: Readonly<Record<string, unknown>>) => json('/simulator/order', { body }),
    fetchBytes: async (id: string) => (await send(`/frames/${id}/bytes`)).bytes,
    acknowledge: (id: string, sha256: string) =>
      json(`/frames/${id}/acknowledge`, { body: { sha256 } }),
  }
}

export type BridgeClient = ReturnType<typeof createBridgeClient>
