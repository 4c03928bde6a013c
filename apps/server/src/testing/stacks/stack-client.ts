import { StudyStacks } from '@talus/contract'
import type { ErrorReply, Stack, StudyId } from '@talus/contract'
import { createKernel, readMessages, unpackSlice } from '@talus/volume'
import type { TestServer } from '../server/test-server.ts'

export interface ReceivedSlice {
  readonly index: number
  /** Undefined if the server could not read the slice. */
  readonly values: Int16Array | undefined
}

const kernel = createKernel()

/** Reads the messages of a stream, with the stored values of each slice. */
export function readSliceStream(bytes: Uint8Array, stack: Stack): ReceivedSlice[] {
  const reader = readMessages()
  const messages = [...reader.read(bytes)]
  reader.end()
  return messages.map(({ index, isMissing, bytes: packed }) => {
    if (isMissing) return { index, values: undefined }
    const rows = stack.rows * stack.samples
    const values = new Int16Array(stack.columns * rows)
    unpackSlice(kernel, packed, stack.columns, rows, values)
    return { index, values }
  })
}

/** The stored value of a pixel. */
export const getStored = (slice: ReceivedSlice, stack: Stack, column: number, row: number) =>
  (slice.values?.[row * stack.columns + column] ?? NaN) + stack.storedOffset

/** Calls the routes of stacks as a viewer does. */
export function createStackClient(
  server: Pick<TestServer, 'app' | 'config'>,
  getToken: () => string,
) {
  const send = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    server.app.inject({
      url: `${server.config.apiBase}${url}`,
      headers: { authorization: `Bearer ${getToken()}`, ...headers },
    })

  async function listStacks(studyId: StudyId): Promise<StudyStacks> {
    const response = await send(`study/${studyId}/stacks`)
    if (response.statusCode !== 200)
      throw new Error(`${response.statusCode} ${response.json<ErrorReply>().code}`)
    return StudyStacks.parse(response.json())
  }

  async function fetchSlices(studyId: StudyId, stack: Stack, query = '') {
    const response = await send(`study/${studyId}/stacks/${stack.key}/slices?${query}`)
    return readSliceStream(response.rawPayload, stack)
  }

  return { send, listStacks, fetchSlices }
}
