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

/** The first reason why the files cannot be attached; the stored ones are saved with the draft. */
export function findAttachmentFault(
  files: readonly NamedFile[],
  stored: readonly { readonly size: number }[] = [],
): AttachmentFault | undefined {
  if (files.length + stored.length > limits.attachmentsMax) return { kind: 'tooMany' }
  const refused = files.find((file) => !isAllowed(file))
  if (refused) return { kind: 'type', file: refused.name }
  return sumSizes([...files, ...stored]) > limits.attachmentsBytes
    ? { kind: 'tooLarge' }
    : undefined
}

/** Whether a browser can show the file as a picture. */
export const isPicture = ({ type }: NamedFile): boolean =>
  ['image/jpeg', 'image/png', 'image/gif', 'image/bmp'].includes(type)
