import type { Logger } from '../../jobs/define-job.ts'
import type { MakePicture } from './pictures.service.ts'
import type { RecordedFile } from './stored-image.ts'

export interface PicturesAheadDeps {
  readonly picture: MakePicture
  readonly log: Logger
  /** How long nothing must have come before the first one is made. */
  readonly quietMs?: number
}

/** The first look of the viewer, and the tiles and rows of lists. */
const edges = [512, 256, 128] as const
/** Of a flood, the newest: the others are made when somebody looks at them. */
const waitingMax = 200

/**
 * Makes the small pictures of images that have just come, before anybody asks for them: the first look
 * at a radiograph is then a read of some 20 kB. One after the other, and not while more is coming in:
 * whoever sends does not wait for it.
 */
export function picturesAhead({ picture, log, quietMs = 2000 }: PicturesAheadDeps) {
  const waiting: RecordedFile[] = []
  let timer: NodeJS.Timeout | undefined
  let isWorking = false
  let isStopped = false

  async function work(): Promise<void> {
    timer = undefined
    if (isWorking) return
    isWorking = true
    // Something new sets the timer, and the rest waits with it.
    for (let next = waiting.pop(); next; next = timer || isStopped ? undefined : waiting.pop())
      await make(next)
    isWorking = false
  }

  async function make(recorded: RecordedFile): Promise<void> {
    try {
      for (const edge of edges) if (!isStopped) await picture(recorded, edge)
    } catch (error) {
      // Some files hold nothing that could be shown; whoever looks is told.
      log.debug({ err: error }, 'a picture was not made ahead')
    }
  }

  return {
    add: (recorded: RecordedFile): void => {
      if (isStopped) return
      waiting.push(recorded)
      if (waiting.length > waitingMax) waiting.shift()
      clearTimeout(timer)
      timer = setTimeout(() => void work(), quietMs).unref()
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
