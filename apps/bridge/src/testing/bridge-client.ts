import { request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { FrameList, Lease, SensorStatusAnswer } from '@talus/contract'
import type { BridgeSensorName, BridgeSensorStatus, FrameInfo } from '@talus/contract'

interface Asking {
  readonly method?: string
  readonly body?: unknown
  /** Null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>
}

export const context = {
  studyId: 7,
  annotation: { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Small', speciesId: 1 },
} as const

/** Speaks to a bridge as the server does, and as nobody should. */
export function bridgeClient(port: number, token: string) {
  /** Not `fetch`, which does not let a Host be chosen. */
  async function ask(path: string, { method, body, headers = {} }: Asking = {}) {
    const all: Record<string, string | null> = {
      host: `127.0.0.1:${port}`,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
    return new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>(
      (resolve, reject) => {
        const asked = request(
          {
            host: '127.0.0.1',
            port,
            path,
            method: method ?? (body === undefined ? 'GET' : 'POST'),
            headers: Object.fromEntries(kept),
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
        asked.on('error', reject)
        asked.end(body === undefined ? undefined : JSON.stringify(body))
      },
    )
  }

  const json = async (path: string, asking: Asking = {}) => {
    const { status, bytes } = await ask(path, asking)
    const text = bytes.toString()
    return { status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }

  const status = async (sensor: BridgeSensorName): Promise<BridgeSensorStatus> =>
    SensorStatusAnswer.parse((await json(`/sensor/${sensor}/status`)).body).status

  async function until<Value>(what: string, look: () => Promise<Value | undefined | false>) {
    for (let tries = 0; tries < 400; tries += 1) {
      const found = await look()
      if (found !== undefined && found !== false) return found
      await sleep(20)
    }
    throw new Error(`waited in vain for ${what}`)
  }

  const frames = async (): Promise<FrameInfo[]> =>
    FrameList.parse((await json('/frames')).body).frames

  return {
    ask,
    json,
    status,
    until,
    frames,
    untilState: (sensor: BridgeSensorName, state: BridgeSensorStatus['state']) =>
      until(state, async () => {
        const now = await status(sensor)
        return now.state === state && now
      }),
    untilFrame: () => until('a frame', async () => (await frames())[0]),
    lease: async (sensor: BridgeSensorName, holder = 'Room 1') =>
      Lease.parse((await json(`/sensor/${sensor}/lease`, { body: { holder } })).body),
    arm: (sensor: BridgeSensorName, leaseId: string, captureId: string) =>
      json(`/sensor/${sensor}/arm`, { body: { leaseId, captureId, context } }),
    order: (body: Readonly<Record<string, unknown>>) => json('/simulator/order', { body }),
    bytesOf: async (id: string) => (await ask(`/frames/${id}/bytes`)).bytes,
    acknowledge: (id: string, sha256: string) =>
      json(`/frames/${id}/acknowledge`, { body: { sha256 } }),
  }
}

export type BridgeClient = ReturnType<typeof bridgeClient>
