import { ImportLine } from '@talus/contract'

const parseLine = (text: string): ImportLine | undefined => {
  try {
    return ImportLine.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Reads JSON lines from a growing response; a line is reported as soon as it is complete. */
export function createLineReader(onLine: (line: ImportLine) => void) {
  let readTo = 0
  const read = (text: string, end: number) => {
    for (const line of text.slice(readTo, end).split('\n')) {
      const result = line.trim() === '' ? undefined : parseLine(line)
      if (result) onLine(result)
    }
    readTo = end
  }
  return {
    /** Takes the whole text received so far. */
    update: (text: string) => {
      const end = text.lastIndexOf('\n') + 1
      if (end > readTo) read(text, end)
    },
    finish: (text: string) => read(text, text.length),
  }
}
