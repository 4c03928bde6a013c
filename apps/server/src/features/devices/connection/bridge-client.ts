import {
  BridgeConfig,
  BridgeRefusalBody,
  bridgeServerHeader,
  CancelResponse,
  FrameInfo,
  FrameList,
  GeneratorStatus,
  Lease,
  Refusal,
  SensorList,
  SensorStatusResponse,
} from '@talus/contract'
import type {
  ArmRequest,
  BridgeDrivers,
  BridgeRefusalCode,
  BridgeSensorName,
  ErrorCode,
  GeneratorOrder,
  LeaseRequest,
} from '@talus/contract'
import { parseGeneratorStatus } from '@talus/devices'
import { z } from 'zod'
import type { PinnedFetch } from './pinned-fetch.ts'

export interface BridgeEndpoint {
  /** The address of the bridge, such as http://127.0.0.1:4290. */
  readonly url: string
  /** The secret that only server and bridge know. */
  readonly token: string
  /** For a bridge of another computer, which is known by its certificate. */
  readonly fetch?: PinnedFetch
}

export interface BridgeClientOptions {
  /** Read at each request, because the address of a bridge can change. */
  readonly endpoint: () => BridgeEndpoint
  /** Identifies this server process, so that the bridge notices when it has died. */
  readonly server: string
}

/** The bridge responds at once to everything except streams; a slower one counts as unreachable. */
const responseMs = 5000
/** A frame has about thirty megabytes, and the computer may be busy. */
const bytesMs = 60_000
const configureMs = 20_000

/** The error codes of the bridge that have a code of their own here. */
const refusals: Readonly<Partial<Record<BridgeRefusalCode, ErrorCode>>> = {
  'bridge/no-generator': 'device/no-generator',
  // The bridge names the holder, but not the clinic; the name is for the users of that clinic only.
  'bridge/lease-held': 'device/in-use-elsewhere',
  'bridge/not-in-scale': 'device/not-in-scale',
  'bridge/exposing': 'device/exposing',
  'bridge/disk-full': 'storage/full',
  'bridge/busy': 'device/bridge-busy',
  'bridge/fixed': 'device/fixed-by-environment',
  'bridge/bad-config': 'request/invalid',
}

/** A request that the bridge received and refused. */
export class BridgeRefusal extends Refusal {
  readonly bridgeCode: string

  constructor(
    bridgeCode: string,
    { config }: Pick<z.output<typeof BridgeRefusalBody>, 'config'> = {},
  ) {
    const code = Object.entries(refusals).find(([known]) => known === bridgeCode)?.[1]
    super(
      code ?? 'device/unavailable',
      config ? { fields: { [config.field]: config.fault } } : undefined,
    )
    this.bridgeCode = bridgeCode
  }
}

const Scales = z.record(z.string(), z.array(z.number()))

interface RequestOptions {
  readonly method?: 'POST' | 'DELETE'
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/**
 * A client of the bridge, the process that controls the hardware. Each call fails with a `Refusal`.
 */
export function createBridgeClient({ endpoint, server }: BridgeClientOptions) {
  async function request(
    path: string,
    { method, body, signal = AbortSignal.timeout(responseMs) }: RequestOptions = {},
  ): Promise<Response> {
    const { url, token, fetch: fetchPinned } = endpoint()
    const headers = {
      authorization: `Bearer ${token}`,
      [bridgeServerHeader]: server,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    try {
      const init = {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
      }
      const response = fetchPinned
        ? await fetchPinned(`${url}${path}`, init)
        : await fetch(`${url}${path}`, { ...init, redirect: 'error' })
      return response.ok ? response : await throwRefusal(response)
    } catch (error) {
      throw error instanceof Refusal ? error : createUnavailable(error)
    }
  }

  const sensor = (name: BridgeSensorName) => `/sensor/${name}`
  const json = async (path: string, options?: RequestOptions): Promise<unknown> =>
    (await request(path, options)).json()
  /** All values of the generator: an incomplete status counts as none. */
  const values = async (path: string) =>
    parseResponse(GeneratorStatus, parseGeneratorStatus(await (await request(path)).text()))

  return {
    sensors: async () => parseResponse(SensorList, await json('/sensors')).sensors,
    config: async () => parseResponse(BridgeConfig, await json('/config')),
    /** The bridge checks folders and ports, which may take a while on a network drive. */
    configure: async (drivers: BridgeDrivers) =>
      void (await request('/config', {
        body: drivers,
        signal: AbortSignal.timeout(configureMs),
      })),
    /** The bridge forgets the token of this server. */
    unpair: async () => void (await request('/pairing', { method: 'DELETE' })),
    status: async (name: BridgeSensorName) =>
      parseResponse(SensorStatusResponse, await json(`${sensor(name)}/status`)),
    /** Server-sent events, until either side ends the stream. */
    events: (name: BridgeSensorName, signal: AbortSignal) =>
      request(`${sensor(name)}/events`, { signal }),
    lease: async (name: BridgeSensorName, body: LeaseRequest) =>
      parseResponse(Lease, await json(`${sensor(name)}/lease`, { body })),
    release: async (name: BridgeSensorName, leaseId: string) =>
      void (await request(`${sensor(name)}/lease/${leaseId}`, { method: 'DELETE' })),
    arm: async (name: BridgeSensorName, body: ArmRequest) =>
      parseResponse(SensorStatusResponse, await json(`${sensor(name)}/arm`, { body })),
    cancel: async (name: BridgeSensorName, leaseId: string, captureId?: string) => {
      const body = { leaseId, ...(captureId === undefined ? {} : { captureId }) }
      return parseResponse(CancelResponse, await json(`${sensor(name)}/cancel`, { body })).outcome
    },
    frames: async () => parseResponse(FrameList, await json('/frames')).frames,
    frame: async (id: string) => parseResponse(FrameInfo, await json(`/frames/${id}`)),
    frameBytes: async (id: string): Promise<Uint8Array<ArrayBuffer>> => {
      const response = await request(`/frames/${id}/bytes`, {
        signal: AbortSignal.timeout(bytesMs),
      })
      try {
        return new Uint8Array(await response.arrayBuffer())
      } catch (error) {
        throw createUnavailable(error)
      }
    },
    /** The bridge removes a frame only if the checksum matches. */
    acknowledge: async (id: string, sha256: string) =>
      void (await request(`/frames/${id}/acknowledge`, { body: { sha256 } })),
    /** Tells the bridge that this server runs. */
    heartbeat: async () => void (await request('/heartbeat', { method: 'POST' })),
    generator: {
      status: () => values('/generator/status'),
      scales: async () => parseResponse(Scales, await json('/generator/scales')),
      /** The lease is needed while the generator's sensor is leased. */
      set: (order: GeneratorOrder, value: number, leaseId?: string) =>
        values(
          `/generator/${order}?value=${value}${leaseId === undefined ? '' : `&lease=${leaseId}`}`,
        ),
      /** Lines of key:value, until either side ends the stream. */
      events: (signal: AbortSignal) => request('/generator/events', { signal }),
    },
  }
}

export type BridgeClient = ReturnType<typeof createBridgeClient>

function parseResponse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body)
  if (error) throw createUnavailable(error)
  return data
}

async function throwRefusal(response: Response): Promise<never> {
  const { data } = BridgeRefusalBody.safeParse(await response.json().catch(() => undefined))
  throw new BridgeRefusal(data?.code ?? '', data)
}

function createUnavailable(cause: unknown): Refusal {
  const refusal = new Refusal('device/unavailable')
  refusal.cause = cause
  return refusal
}
