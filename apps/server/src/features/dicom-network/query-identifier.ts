import { DicomFault, attributeOf, fileMeta, readDicom, writeDataSet } from '@talus/dicom'
import type { Attributes, DataSet } from '@talus/dicom'
import { failureStatus, statuses, uids } from '../../dimse/index.ts'
import type { QueryRequest } from '../../dimse/index.ts'

/** The keys of a query by their keywords. An empty one asks for the attribute and matches everything. */
export type Keys = ReadonlyMap<string, string>

/** What was asked, as the data set that it is. */
export function readIdentifier(
  request: Pick<QueryRequest<unknown>, 'identifier' | 'context'>,
): DataSet {
  const head = fileMeta({
    sopClassUid: request.context.abstractSyntax,
    sopInstanceUid: '0',
    transferSyntaxUid: request.context.transferSyntax,
  })
  try {
    return readDicom(Buffer.concat([head, request.identifier])).dataSet
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    throw failureStatus(statuses.cannotUnderstand, 'the identifier cannot be read')
  }
}

const isSequence = (keyword: string) => keyword.endsWith('Sequence')

/** Attributes of the standard, those of makers left out; a database takes no zero bytes. */
export function keysOf(dataSet: DataSet): Keys {
  const keys = new Map<string, string>()
  for (const { tag } of dataSet.elements()) {
    const keyword = attributeOf(tag)?.keyword
    if (keyword !== undefined && !isSequence(keyword))
      keys.set(keyword, dataSet.text(tag).replaceAll('\0', ''))
  }
  return keys
}

/** What each identifier tells besides what was asked for. */
const ofIdentifier = new Set(['QueryRetrieveLevel', 'SpecificCharacterSet'])

/** The attributes that were asked for, without value where there is none, and those always told. */
export function answered(asked: DataSet, found: Attributes, always: Attributes): Attributes {
  const answer: Record<string, Attributes[string]> = {}
  for (const { tag } of asked.elements()) {
    const keyword = attributeOf(tag)?.keyword
    if (keyword === undefined || ofIdentifier.has(keyword)) continue
    answer[keyword] = found[keyword] ?? null
  }
  return { ...answer, ...always }
}

/**
 * Files of others hold numbers that DICOM has no room for. What cannot be written stands without
 * value, and does not keep the rest of the answer back.
 */
export function writeIdentifier(attributes: Attributes, transferSyntax: string): Uint8Array {
  const options = { isExplicit: transferSyntax !== uids.implicitLittleEndian }
  try {
    return writeDataSet(attributes, options)
  } catch {
    const written: Record<string, Attributes[string]> = {}
    for (const [keyword, value] of Object.entries(attributes)) {
      try {
        writeDataSet({ [keyword]: value }, options)
        written[keyword] = value
      } catch {
        written[keyword] = null
      }
    }
    return writeDataSet(written, options)
  }
}

const digits = (time: string) => time.replaceAll(/[^0-9]/gu, '').slice(0, 6)

/** PS3.4 C.2.2.2.5: a time, or a range of them; whatever is nonsense matches nothing. */
export function isTimeIn(key: string, time: string): boolean {
  const wanted = key.trim()
  if (wanted === '' || wanted === '*') return true
  if (!/^[0-9:.]*-?[0-9:.]*$/u.test(wanted)) return false
  const own = digits(time)
  const [from = '', to] = wanted.split('-')
  if (to === undefined) return own.startsWith(digits(from))
  const last = digits(to)
  return (
    own >= digits(from).padEnd(6, '0') && (last === '' || own <= last + '235959'.slice(last.length))
  )
}
