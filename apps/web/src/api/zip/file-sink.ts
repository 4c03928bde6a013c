/** The target of a download, written chunk by chunk. The file appears only when it is finished. */
export interface FileSink {
  readonly name: string
  readonly write: (piece: Uint8Array<ArrayBuffer>) => Promise<void>
  readonly finish: () => Promise<void>
  /** Removes everything written so far. */
  readonly discard: () => Promise<void>
}

/** Chunks are joined into large blobs, which a browser moves out of the memory of the page. */
const blobBytes = 16_000_000

/** Collects the chunks and saves them at the end as a browser download. */
export function createBlobSink(name: string, save: (file: Blob, name: string) => void): FileSink {
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

/** A file picked by the user; not every browser that has the file picker also has `remove`. */
export type PickedFile = Pick<FileSystemFileHandle, 'name' | 'createWritable'> & {
  readonly remove?: () => Promise<void>
}

/** Writes directly into the picked file, so that memory use does not grow with its size. */
export async function openFileSink(file: PickedFile): Promise<FileSink> {
  const stream = await file.createWritable()
  return {
    name: file.name,
    write: (piece) => stream.write(piece),
    finish: () => stream.close(),
    discard: async () => {
      await stream.abort().catch(() => undefined)
      // The file picker has created an empty file, which would look like a download.
      await file.remove?.().catch(() => undefined)
    },
  }
}
