import {
  BridgeRefusalBody,
  CancelAnswer,
  FrameList,
  Lease,
  Refusal,
  SensorStatusAnswer,
} from '@talus/contract'
import type {
  ArmRequest,
  BridgeSensorName,
  ErrorCode,
  GeneratorOrder,
  LeaseRequest,
  RefusalOptions,
} from '@talus/contract'
import { valuesOf } from '@talus/devices'
import { GeneratorStatus } from '@talus/contract'
import { z } from 'zod'

export interface BridgePlace {
  /** Where it listens, such as http://127.0.0.1:4290. */
  readonly url: string
  /** Known to server and bridge alone. */
  readonly token: string
}

/** Everything but a frame is answered at once; what is not, is not there. */
const answerMs = 5000

/** What the bridge refuses, in the words of the server. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  'bridge/timed-out': 'device/time-out',
  'bridge/lease-held': 'device/in-use',
  'bridge/lease-lost': 'device/not-ready',
  'bridge/not-ready': 'device/not-ready',
  'bridge/no-generator': 'device/no-generator',
  'bridge/generator-silent': 'device/unavailable',
  'bridge/disk-full': 'storage/full',
}

const Scales = z.record(z.string(), z.array(z.number()))

/** The process beside the hardware, as the server talks to it. Each call fails with a `Refusal`. */
export function bridgeAt({ url, token }: BridgePlace) {
  async function ask(path: string, init: RequestInit = {}, signal?: AbortSignal) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    try {
      const answer = await fetch(`${url}${path}`, {
        ...init,
        headers,
        redirect: 'error',
        signal: signal ?? AbortSignal.timeout(answerMs),
      })
      return answer.ok ? answer : await refused(answer)
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw unavailable(error)
    }
  }

  const post = (path: string, body: object) =>
    ask(path, { method: 'POST', body: JSON.stringify(body) })

  async function answerOf<Answer extends z.ZodType>(schema: Answer, reply: Promise<Response>) {
    const { data, error } = schema.safeParse(await (await reply).json())
    if (error) throw unavailable(error)
    return data
  }

  /** Its values, all of them: half a generator is none. */
  async function valuesIn(reply: Promise<Response>) {
    const { data, error } = GeneratorStatus.safeParse(valuesOf(await (await reply).text()))
    if (error) throw unavailable(error)
    return data
  }

  const sensor = (name: BridgeSensorName) => `/sensor/${name}`

  return {
    status: async (name: BridgeSensorName) =>
      (await answerOf(SensorStatusAnswer, ask(`${sensor(name)}/status`))).status,
    lease: (name: BridgeSensorName, wanted: LeaseRequest) =>
      answerOf(Lease, post(`${sensor(name)}/lease`, wanted)),
    async giveBack(name: BridgeSensorName, leaseId: string) {
      await ask(`${sensor(name)}/lease/${leaseId}`, { method: 'DELETE' })
    },
    arm: (name: BridgeSensorName, request: ArmRequest) =>
      answerOf(SensorStatusAnswer, post(`${sensor(name)}/arm`, request)),
    cancel: (name: BridgeSensorName, request: { leaseId: string; captureId?: string }) =>
      answerOf(CancelAnswer, post(`${sensor(name)}/cancel`, request)),
    /** Lines of server-sent events, until one of both ends. */
    events: (name: BridgeSensorName, signal: AbortSignal) =>
      ask(`${sensor(name)}/events`, {}, signal),

    frames: async () => (await answerOf(FrameList, ask('/frames'))).frames,
    frameBytes: (id: string, signal: AbortSignal) => ask(`/frames/${id}/bytes`, {}, signal),
    async acknowledge(id: string, sha256: string) {
      await post(`/frames/${id}/acknowledge`, { sha256 })
    },

    generator: {
      status: () => valuesIn(ask('/generator/status')),
      scales: () => answerOf(Scales, ask('/generator/scales')),
      set: (order: GeneratorOrder, value: number) =>
        valuesIn(ask(`/generator/${order}?value=${value}`)),
      events: (signal: AbortSignal) => ask('/generator/events', {}, signal),
    },
  }
}

async function refused(answer: Response): Promise<never> {
  const { data } = BridgeRefusalBody.safeParse(await answer.json().catch(() => undefined))
  const code = refusals[data?.code ?? ''] ?? 'device/unavailable'
  const options: RefusalOptions = data?.holder ? { values: { holder: data.holder } } : {}
  throw new Refusal(code, options)
}

function unavailable(cause: unknown): Refusal {
  const refusal = new Refusal('device/unavailable')
  refusal.cause = cause
  return refusal
}
