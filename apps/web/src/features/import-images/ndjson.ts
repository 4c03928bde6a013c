import { ImportLine } from '@talus/contract'

const parsed = (text: string): ImportLine | undefined => {
  try {
    return ImportLine.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Reads lines of JSON from an answer that grows; a line is told when it is whole. */
export function lineReader(onLine: (line: ImportLine) => void) {
  let readTo = 0
  const read = (text: string, end: number) => {
    for (const line of text.slice(readTo, end).split('\n')) {
      const told = line.trim() === '' ? undefined : parsed(line)
      if (told) onLine(told)
    }
    readTo = end
  }
  return {
    more: (text: string) => {
      const end = text.lastIndexOf('\n') + 1
      if (end > readTo) read(text, end)
    },
    finish: (text: string) => read(text, text.length),
  }
}
