import type { DataSet } from '../read/data-set.ts'

const path = /^[\dA-F]{8}(?:\/\d{1,7}\/[\dA-F]{8}){0,32}$/iu

/** The bytes that a path of `dicomJson` names; nothing where there are none. Compressed pixels are frames. */
export function bulkData(dataSet: DataSet, place: string): Uint8Array | undefined {
  if (!path.test(place)) return undefined
  const parts = place.split('/')
  const last = Number.parseInt(parts.pop() ?? '', 16)
  let holder: DataSet | undefined = dataSet
  for (let at = 0; at < parts.length; at += 2) {
    holder = holder?.item(Number.parseInt(parts[at] ?? '', 16), Number(parts[at + 1]))
  }
  return holder?.bytes(last)
}
