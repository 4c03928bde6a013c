import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { writeDurably } from '@talus/node-kit/write-durably'
import { z } from 'zod'
import type { SecondStoreContent } from './file-store.ts'

/** The note in the data folder about what was moved to the second store. */
export const secondStoreContentFile = 'second-store.json'

const Content = z.object({
  files: z.number().int().min(0),
  bytes: z.number().min(0),
  movedOn: z.iso.datetime().nullable(),
  countedOn: z.iso.datetime().nullable(),
  place: z.string().default(''),
})

function parse(text: string): SecondStoreContent | undefined {
  try {
    return Content.parse(JSON.parse(text))
  } catch {
    // It is written again when files move, or at the next count.
    return undefined
  }
}

/** Undefined if nothing was ever moved. */
export async function readSecondStoreContent(
  path: string,
): Promise<SecondStoreContent | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : parse(text)
}

export async function changeSecondStoreContent(
  path: string,
  change: (before: SecondStoreContent | undefined) => SecondStoreContent,
): Promise<void> {
  await writeDurably(path, JSON.stringify(change(await readSecondStoreContent(path))))
}

/** Whether images were moved; read once, when a store is opened. */
export function hasMovedFiles(path: string): boolean {
  try {
    return (parse(readFileSync(path, 'utf8'))?.files ?? 0) > 0
  } catch {
    return false
  }
}
