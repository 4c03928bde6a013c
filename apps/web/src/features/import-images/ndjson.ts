import { ImportLine } from '@talus/contract'
import { createLineReader } from '../../api/stream-parser.ts'

const parseLine = (text: string): ImportLine | undefined => {
  try {
    return ImportLine.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Reads JSON lines from a growing response; a line is reported as soon as it is complete. */
export function createImportReader(onLine: (line: ImportLine) => void) {
  let readTo = 0
  const read = createLineReader((text) => {
    const line = text.trim() === '' ? undefined : parseLine(text)
    if (line) onLine(line)
  })
  /** Takes the whole text received so far. */
  const update = (text: string) => {
    read(text.slice(readTo))
    readTo = text.length
  }
  return {
    update,
    finish: (text: string) => {
      update(text)
      read('\n')
    },
  }
}
