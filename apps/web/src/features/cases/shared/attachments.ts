import { limits } from '@talus/contract'

/** The types of the specification, by the end of the name; the server also reads the content. */
const typesByEnding: Readonly<Record<string, readonly string[]>> = {
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  bmp: ['image/bmp', 'image/x-ms-bmp'],
  gif: ['image/gif'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  pdf: ['application/pdf'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  txt: ['text/plain'],
}

export const acceptedEndings = Object.keys(typesByEnding)
  .map((ending) => `.${ending}`)
  .join(',')

type NamedFile = Pick<File, 'name' | 'type' | 'size'>

export type AttachmentFault =
  | { readonly kind: 'tooMany' | 'tooLarge' }
  | { readonly kind: 'type'; readonly file: string }

/** A browser that does not know the type of a file says nothing. */
function isAllowed({ name, type }: NamedFile): boolean {
  const ending = /\.([a-z\d]+)$/iu.exec(name)?.[1]?.toLowerCase() ?? ''
  const types = Object.hasOwn(typesByEnding, ending) ? (typesByEnding[ending] ?? []) : []
  return types.length > 0 && (type === '' || types.includes(type.split(';')[0] ?? ''))
}

export const sumSizes = (files: readonly { readonly size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)

interface ChosenFiles<Chosen> {
  readonly accepted: readonly Chosen[]
  readonly faults: readonly AttachmentFault[]
}

/**
 * The files that can be attached to those that are there already. A file of another type is left out
 * alone; files that exceed a limit together are all left out, because any of them may be the wanted
 * one.
 */
export function selectAttachable<Chosen extends NamedFile>(
  chosen: readonly Chosen[],
  present: readonly { readonly size: number }[],
): ChosenFiles<Chosen> {
  const allowed = chosen.filter(isAllowed)
  const refused = chosen.filter((file) => !isAllowed(file))
  const faults: readonly AttachmentFault[] =
    refused.length === 0 ? [] : [{ kind: 'type', file: refused.map(({ name }) => name).join(', ') }]
  if (allowed.length === 0) return { accepted: [], faults }
  if (allowed.length + present.length > limits.attachmentsMax)
    return { accepted: [], faults: [...faults, { kind: 'tooMany' }] }
  if (sumSizes([...allowed, ...present]) > limits.attachmentsBytes)
    return { accepted: [], faults: [...faults, { kind: 'tooLarge' }] }
  return { accepted: allowed, faults }
}

/** Whether a browser can show the file as a picture. */
export const isPicture = ({ type }: NamedFile): boolean =>
  ['image/jpeg', 'image/png', 'image/gif', 'image/bmp'].includes(type)
