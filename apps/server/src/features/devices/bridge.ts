import {
  BridgeRefusalBody,
  bridgeServerHeader,
  CancelAnswer,
  FrameInfo,
  FrameList,
  GeneratorStatus,
  Lease,
  Refusal,
  SensorStatusAnswer,
} from '@talus/contract'
import type {
  ArmRequest,
  BridgeRefusalCode,
  BridgeSensorName,
  ErrorCode,
  GeneratorOrder,
  LeaseRequest,
} from '@talus/contract'
import { valuesOf } from '@talus/devices'
import { z } from 'zod'

export interface BridgePlace {
  /** Where it listens, such as http://127.0.0.1:4290. */
  readonly url: string
  /** Known to server and bridge alone. */
  readonly token: string
  /** The name of this server, so that the bridge notices when it has died. */
  readonly server: string
}

/** Everything but a stream is answered at once; what is not, is not there. */
const answerMs = 5000
/** Some thirty megabytes, from disk to disk of a machine that is busy. */
const bytesMs = 60_000

/** What the bridge refuses, in the words of the server. */
const refusals: Readonly<Partial<Record<BridgeRefusalCode, ErrorCode>>> = {
  'bridge/no-generator': 'device/no-generator',
  'bridge/lease-held': 'device/in-use',
  'bridge/disk-full': 'storage/full',
}

/** The bridge is there and has said no. */
export class BridgeSaidNo extends Refusal {
  readonly bridgeCode: string

  constructor(bridgeCode: string, holder: string) {
    const code = Object.entries(refusals).find(([known]) => known === bridgeCode)?.[1]
    super(code ?? 'device/unavailable', { values: { holder } })
    this.bridgeCode = bridgeCode
  }
}

const Scales = z.record(z.string(), z.array(z.number()))

interface Asking {
  readonly method?: 'POST' | 'DELETE'
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** The process beside the hardware, as the server talks to it. Each call fails with a `Refusal`. */
export function bridgeAt({ url, token, server }: BridgePlace) {
  async function ask(
    path: string,
    { method, body, signal = AbortSignal.timeout(answerMs) }: Asking = {},
  ): Promise<Response> {
    const headers = {
      authorization: `Bearer ${token}`,
      [bridgeServerHeader]: server,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    try {
      const answer = await fetch(`${url}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal,
      })
      return answer.ok ? answer : await refused(answer)
    } catch (error) {
      throw error instanceof Refusal ? error : unavailable(error)
    }
  }

  const sensor = (name: BridgeSensorName) => `/sensor/${name}`
  const json = async (path: string, asking?: Asking): Promise<unknown> =>
    (await ask(path, asking)).json()
  /** Its values, all of them: half a generator is none. */
  const values = async (path: string) =>
    checked(GeneratorStatus, valuesOf(await (await ask(path)).text()))

  return {
    status: async (name: BridgeSensorName) =>
      checked(SensorStatusAnswer, await json(`${sensor(name)}/status`)),
    /** Server-sent events, until one of both ends. */
    events: (name: BridgeSensorName, signal: AbortSignal) =>
      ask(`${sensor(name)}/events`, { signal }),
    lease: async (name: BridgeSensorName, body: LeaseRequest) =>
      checked(Lease, await json(`${sensor(name)}/lease`, { body })),
    release: async (name: BridgeSensorName, leaseId: string) =>
      void (await ask(`${sensor(name)}/lease/${leaseId}`, { method: 'DELETE' })),
    arm: async (name: BridgeSensorName, body: ArmRequest) =>
      checked(SensorStatusAnswer, await json(`${sensor(name)}/arm`, { body })),
    cancel: async (name: BridgeSensorName, leaseId: string, captureId?: string) => {
      const body = { leaseId, ...(captureId === undefined ? {} : { captureId }) }
      return checked(CancelAnswer, await json(`${sensor(name)}/cancel`, { body })).outcome
    },
    frames: async () => checked(FrameList, await json('/frames')).frames,
    frame: async (id: string) => checked(FrameInfo, await json(`/frames/${id}`)),
    frameBytes: async (id: string): Promise<Uint8Array> => {
      const answer = await ask(`/frames/${id}/bytes`, { signal: AbortSignal.timeout(bytesMs) })
      try {
        return new Uint8Array(await answer.arrayBuffer())
      } catch (error) {
        throw unavailable(error)
      }
    },
    /** Only the same bytes may be removed there. */
    acknowledge: async (id: string, sha256: string) =>
      void (await ask(`/frames/${id}/acknowledge`, { body: { sha256 } })),
    generator: {
      status: () => values('/generator/status'),
      scales: async () => checked(Scales, await json('/generator/scales')),
      set: (order: GeneratorOrder, value: number) => values(`/generator/${order}?value=${value}`),
      /** Lines of key:value, until one of both ends. */
      events: (signal: AbortSignal) => ask('/generator/events', { signal }),
    },
  }
}

export type Bridge = ReturnType<typeof bridgeAt>

function checked<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(answer)
  if (error) throw unavailable(error)
  return data
}

async function refused(answer: Response): Promise<never> {
  const { data } = BridgeRefusalBody.safeParse(await answer.json().catch(() => undefined))
  throw new BridgeSaidNo(data?.code ?? '', data?.holder ?? '')
}

function unavailable(cause: unknown): Refusal {
  const refusal = new Refusal('device/unavailable')
  refusal.cause = cause
  return refusal
}
