import { limits } from '@talus/contract'

/** The code of a page could not be loaded, most often because a newer version was installed. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('The code of this page could not be loaded.', { cause })
    this.name = 'ChunkError'
  }
}

/** Loads the code of a page with a time-out of two minutes. */
export async function loadPage<Page>(
  load: () => Promise<Page>,
  timeOutMs: number = limits.chunkLoadMs,
): Promise<Page> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('time-out')), timeOutMs)
  })
  try {
    return await Promise.race([load(), timeOut])
  } catch (error) {
    throw new ChunkError(error)
  } finally {
    clearTimeout(timer)
  }
}
