/** Where a download goes, piece by piece. Nothing is to be seen of it before it is finished. */
export interface FileSink {
  readonly name: string
  readonly write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  readonly finish: () => Promise<void>
  /** Leaves nothing behind. */
  readonly discard: () => Promise<void>
}

/** Larger pieces in fewer blobs; a browser moves blobs out of the memory of the page. */
const blobBytes = 16_000_000

/** Collects, and saves at the end as browsers save downloads. */
export function collectingSink(name: string, save: (file: Blob, name: string) => void): FileSink {
  const blobs: Blob[] = []
  let open: Uint8Array<ArrayBuffer>[] = []
  let openBytes = 0
  const close = () => {
    if (openBytes > 0) blobs.push(new Blob(open))
    open = []
    openBytes = 0
  }
  return {
    name,
    write: async (piece) => {
      open.push(piece)
      openBytes += piece.byteLength
      if (openBytes >= blobBytes) close()
    },
    finish: async () => {
      close()
      save(new Blob(blobs, { type: 'application/zip' }), name)
    },
    discard: async () => {
      open = []
      blobs.length = 0
    },
  }
}

/** A chosen file; `remove` is not in every browser that lets one choose. */
export type ChosenFile = Pick<FileSystemFileHandle, 'name' | 'createWritable'> & {
  readonly remove?: () => Promise<void>
}

/** Straight into the chosen file, however large: the memory stays small. */
export async function writingSink(file: ChosenFile): Promise<FileSink> {
  const stream = await file.createWritable()
  return {
    name: file.name,
    write: (piece) => stream.write(piece),
    finish: () => stream.close(),
    discard: async () => {
      await stream.abort().catch(() => undefined)
      // Choosing it has made an empty file, which would look like a download.
      await file.remove?.().catch(() => undefined)
    },
  }
}
