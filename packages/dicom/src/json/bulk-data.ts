import type { DataSet } from '../read/data-set.ts'

const pathPattern = /^[\dA-F]{8}(?:\/\d{1,7}\/[\dA-F]{8}){0,32}$/iu

/**
 * The bytes at a bulk data path of `toDicomJson`, or undefined if there are none. Encapsulated
 * pixel data is read by frame instead. /
 */
export function readBulkData(dataSet: DataSet, path: string): Uint8Array | undefined {
  if (!pathPattern.test(path)) return undefined
  const parts = path.split('/')
  const last = Number.parseInt(parts.pop() ?? '', 16)
  let parent: DataSet | undefined = dataSet
  for (let at = 0; at < parts.length; at += 2) {
    parent = parent?.item(Number.parseInt(parts[at] ?? '', 16), Number(parts[at + 1]))
  }
  return parent?.bytes(last)
}
