import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BridgeSensorName, CaptureContext } from '@talus/contract'
import { z } from 'zod'
import { errorCode } from './error-code.ts'
import { flushFolder, writeDurably } from './durable.ts'
import { pruneOldest } from './prune.ts'

const capturesMax = 500
const Capture = z.object({
  captureId: z.string(),
  sensor: BridgeSensorName,
  context: CaptureContext,
})
const Last = z.object({ captureId: z.string() })

/**
 * For whom the sensor was armed, on the disk before it is: a frame that is found in the sensor after
 * a crash still belongs to its study.
 */
export async function openCaptures(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (captureId: string) => join(folder, `${captureId}.json`)
  const lastPath = (sensor: BridgeSensorName) => join(folder, `${sensor}.last`)

  async function read<Shape extends z.ZodType>(path: string, shape: Shape) {
    try {
      const text = await readFile(path, 'utf8')
      return shape.safeParse(JSON.parse(text)).data
    } catch (error) {
      if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
      throw error
    }
  }

  /** One after the other: the end of a capture must not undo the beginning of the next. */
  let line: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(call: () => Promise<Result>): Promise<Result> => {
    const turn = line.then(call, call)
    line = turn.catch(() => undefined)
    return turn
  }

  return {
    remember: (sensor: BridgeSensorName, captureId: string, context: CaptureContext) =>
      inTurn(async () => {
        await writeDurably(pathOf(captureId), JSON.stringify({ captureId, sensor, context }))
        await writeDurably(lastPath(sensor), JSON.stringify({ captureId }))
        await pruneOldest(folder, capturesMax)
      }),
    /** It is over: what the sensor holds from now on belongs to nobody that we know. */
    end: (sensor: BridgeSensorName) =>
      inTurn(async () => {
        await rm(lastPath(sensor), { force: true })
        await flushFolder(folder)
      }),
    contextOf: async (captureId: string | null): Promise<CaptureContext | null> =>
      captureId === null ? null : ((await read(pathOf(captureId), Capture))?.context ?? null),
    lastOf: async (sensor: BridgeSensorName): Promise<string | null> =>
      (await read(lastPath(sensor), Last))?.captureId ?? null,
  }
}

export type Captures = Awaited<ReturnType<typeof openCaptures>>
