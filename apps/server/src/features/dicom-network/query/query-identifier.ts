import { DicomFault, findAttribute, writeFileMeta, readDicom, writeDataSet } from '@talus/dicom'
import type { Attributes, DataSet } from '@talus/dicom'
import { createStatusFault, statuses, uids } from '../../../dimse/index.ts'
import type { QueryRequest } from '../../../dimse/index.ts'

/** Query keys by keyword. An empty key requests the attribute and matches everything. */
export type QueryKeys = ReadonlyMap<string, string>

/** Reads the identifier of a query as a data set. */
export function readIdentifier(
  request: Pick<QueryRequest<unknown>, 'identifier' | 'context'>,
): DataSet {
  const head = writeFileMeta({
    sopClassUid: request.context.abstractSyntax,
    sopInstanceUid: '0',
    transferSyntaxUid: request.context.transferSyntax,
  })
  try {
    return readDicom(Buffer.concat([head, request.identifier])).dataSet
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    throw createStatusFault(statuses.cannotUnderstand, 'the identifier cannot be read')
  }
}

const isSequence = (keyword: string) => keyword.endsWith('Sequence')

/** Standard attributes without private ones; zero bytes are removed, which databases refuse. */
export function readKeys(dataSet: DataSet): QueryKeys {
  const keys = new Map<string, string>()
  for (const { tag } of dataSet.elements()) {
    const keyword = findAttribute(tag)?.keyword
    if (keyword !== undefined && !isSequence(keyword))
      keys.set(keyword, dataSet.text(tag).replaceAll('\0', ''))
  }
  return keys
}

/** Attributes of every identifier that are not query keys. */
const identifierKeywords = new Set(['QueryRetrieveLevel', 'SpecificCharacterSet'])

/** The requested attributes by keyword, also sequences. */
export const listKeywords = (asked: DataSet): readonly string[] =>
  [...asked.elements()]
    .map(({ tag }) => findAttribute(tag)?.keyword)
    .filter((keyword) => keyword !== undefined)
    .filter((keyword) => !identifierKeywords.has(keyword))

/** The requested attributes, empty where nothing was found, and those that are always returned. */
export function createResponse(asked: DataSet, found: Attributes, always: Attributes): Attributes {
  const answer: Record<string, Attributes[string]> = {}
  for (const keyword of listKeywords(asked)) answer[keyword] = found[keyword] ?? null
  return { ...answer, ...always }
}

/**
 * Received files may hold numbers that their DICOM value representation cannot express. Such an
 * attribute is written empty, so that the rest of the response is still sent.
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
