import { BridgeRefusalBody, GeneratorStatus, Refusal, SensorStatusAnswer } from '@talus/contract'
import type { BridgeSensorName, ErrorCode, GeneratorOrder } from '@talus/contract'
import { valuesOf } from '@talus/devices'
import { z } from 'zod'

export interface BridgePlace {
  /** Where it listens, such as http://127.0.0.1:4290. */
  readonly url: string
  /** Known to server and bridge alone. */
  readonly token: string
}

/** Everything but a stream is answered at once; what is not, is not there. */
const answerMs = 5000

/** What the bridge refuses, in the words of the server. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  'bridge/no-generator': 'device/no-generator',
}

const Scales = z.record(z.string(), z.array(z.number()))

/** The process beside the hardware, as the server talks to it. Each call fails with a `Refusal`. */
export function bridgeAt({ url, token }: BridgePlace) {
  async function ask(path: string, signal = AbortSignal.timeout(answerMs)): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` }
    try {
      const answer = await fetch(`${url}${path}`, { headers, redirect: 'error', signal })
      return answer.ok ? answer : await refused(answer)
    } catch (error) {
      throw error instanceof Refusal ? error : unavailable(error)
    }
  }

  const sensor = (name: BridgeSensorName) => `/sensor/${name}`
  const json = async (path: string): Promise<unknown> => (await ask(path)).json()
  /** Its values, all of them: half a generator is none. */
  const values = async (path: string) =>
    checked(GeneratorStatus, valuesOf(await (await ask(path)).text()))

  return {
    status: async (name: BridgeSensorName) =>
      checked(SensorStatusAnswer, await json(`${sensor(name)}/status`)),
    /** Server-sent events, until one of both ends. */
    events: (name: BridgeSensorName, signal: AbortSignal) => ask(`${sensor(name)}/events`, signal),
    generator: {
      status: () => values('/generator/status'),
      scales: async () => checked(Scales, await json('/generator/scales')),
      set: (order: GeneratorOrder, value: number) => values(`/generator/${order}?value=${value}`),
      /** Lines of key:value, until one of both ends. */
      events: (signal: AbortSignal) => ask('/generator/events', signal),
    },
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(answer)
  if (error) throw unavailable(error)
  return data
}

async function refused(answer: Response): Promise<never> {
  const { data } = BridgeRefusalBody.safeParse(await answer.json().catch(() => undefined))
  throw new Refusal(refusals[data?.code ?? ''] ?? 'device/unavailable')
}

function unavailable(cause: unknown): Refusal {
  const refusal = new Refusal('device/unavailable')
  refusal.cause = cause
  return refusal
}
