import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BridgeSensorName, CaptureContext } from '@talus/contract'
import { getErrorCode } from '@talus/node-kit/error-code'
import { flushFolder, writeDurably } from '@talus/node-kit/write-durably'
import { z } from 'zod'
import { pruneOldest } from './prune.ts'

const capturesMax = 500
const Capture = z.object({
  captureId: z.string(),
  sensor: BridgeSensorName,
  context: CaptureContext,
})
const Last = z.object({ captureId: z.string() })

/**
 * The capture contexts, written to disk before the sensor is armed: a frame that is found in the
 * sensor after a crash can still be assigned to its study.
 */
export async function openCaptures(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const getPath = (captureId: string) => join(folder, `${captureId}.json`)
  const getLastPath = (sensor: BridgeSensorName) => join(folder, `${sensor}.last`)

  async function read<Shape extends z.ZodType>(path: string, shape: Shape) {
    try {
      const text = await readFile(path, 'utf8')
      return shape.safeParse(JSON.parse(text)).data
    } catch (error) {
      if (getErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
      throw error
    }
  }

  /**
   * Writes run one after the other: the end of a capture must not undo the start of the next one.
   */
  let queue: Promise<unknown> = Promise.resolve()
  const enqueue = <Result>(call: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(call, call)
    queue = result.catch(() => undefined)
    return result
  }

  return {
    remember: (sensor: BridgeSensorName, captureId: string, context: CaptureContext) =>
      enqueue(async () => {
        await writeDurably(getPath(captureId), JSON.stringify({ captureId, sensor, context }))
        await writeDurably(getLastPath(sensor), JSON.stringify({ captureId }))
        await pruneOldest(folder, capturesMax)
      }),
    /** Ends the capture: frames that the sensor holds from now on belong to no known study. */
    end: (sensor: BridgeSensorName) =>
      enqueue(async () => {
        await rm(getLastPath(sensor), { force: true })
        await flushFolder(folder)
      }),
    readContext: async (captureId: string | null): Promise<CaptureContext | null> =>
      captureId === null ? null : ((await read(getPath(captureId), Capture))?.context ?? null),
    readLastCapture: async (sensor: BridgeSensorName): Promise<string | null> =>
      (await read(getLastPath(sensor), Last))?.captureId ?? null,
  }
}

export type Captures = Awaited<ReturnType<typeof openCaptures>>
