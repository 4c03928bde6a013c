import { fileKinds, getClaimedKind } from './file-kinds.ts'
import type { FileKind } from './file-kinds.ts'
import { picturePixelsMax } from '../../../../workers/index.ts'
import { isOfficeFile } from './office-file.ts'
import { readPictureSize } from './picture-size.ts'
import { scanPdf } from './scan-pdf.ts'
import { scanText } from './scan-text.ts'
import { matchesSignature, prefixBytes } from './signatures.ts'
import { listZipEntries } from './zip-directory.ts'
import type { ReadRange } from './zip-directory.ts'

/** A file whose name and content agree. */
export interface InspectedFile {
  readonly kind: FileKind
  /** The type under which it is served; never the one that the client sent. */
  readonly mediaType: string
  /** Whether a browser may show it; the others are downloaded. */
  readonly isShown: boolean
}

export interface UninspectedFile {
  readonly fileName: string
  readonly byteLength: number
  readonly read: ReadRange
}

async function readPrefix({ byteLength, read }: UninspectedFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  if (byteLength === 0) return Buffer.alloc(0)
  for await (const chunk of read(0, Math.min(prefixBytes, byteLength)))
    chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** A few kilobytes can declare more pixels than a browser has memory for. */
async function isOfShownSize(kind: FileKind, file: UninspectedFile): Promise<boolean> {
  const size = await readPictureSize(kind, file)
  return size !== undefined && size.columns * size.rows <= picturePixelsMax
}

/** Decides whether a file may be attached to a case; undefined if not. Nothing of it is unpacked. */
export async function inspectFile(file: UninspectedFile): Promise<InspectedFile | undefined> {
  const kind = getClaimedKind(file.fileName)
  if (kind === undefined || !matchesSignature(kind, await readPrefix(file))) return undefined
  const { mediaType, isShown } = fileKinds[kind]
  const whole = () => file.read(0, file.byteLength)
  switch (kind) {
    case 'docx':
    case 'xlsx': {
      const entries = await listZipEntries(file.byteLength, file.read)
      return entries && isOfficeFile(kind, entries) ? { kind, mediaType, isShown } : undefined
    }
    case 'pdf': {
      const { isWhole, isActive } = await scanPdf(whole())
      return isWhole ? { kind, mediaType, isShown: !isActive } : undefined
    }
    case 'text': {
      const encoding = file.byteLength === 0 ? 'utf-8' : await scanText(whole())
      return encoding && { kind, mediaType: `${mediaType}; charset=${encoding}`, isShown }
    }
    default:
      return { kind, mediaType, isShown: isShown && (await isOfShownSize(kind, file)) }
  }
}
