import type { ImportFile } from './import-queue.ts'

/** What systems leave in every folder; nobody means to import it. */
const systemFiles = /^(?:\.ds_store|thumbs\.db|desktop\.ini|\._.*)$/iu

export const isSystemFile = (name: string) => systemFiles.test(name.split('/').at(-1) ?? '')

/** Chosen files, or those of a chosen folder. */
export const chosenFiles = (files: Iterable<File>): readonly ImportFile[] =>
  [...files]
    .map((file) => ({ name: file.webkitRelativePath || file.name, size: file.size, file }))
    .filter(({ name }) => !isSystemFile(name))

/** What was dropped: entries that may be folders, and plain files where a browser has none. */
export interface Dropped {
  readonly entries: readonly FileSystemEntry[]
  readonly files: readonly File[]
}

/** Must be called while the drop is being handled: afterwards a browser has forgotten them. */
export function droppedIn(items: Iterable<DataTransferItem>): Dropped {
  const entries: FileSystemEntry[] = []
  const files: File[] = []
  for (const item of items) {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    const file = entry ? null : item.getAsFile()
    if (entry) entries.push(entry)
    if (file) files.push(file)
  }
  return { entries, files }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => {
    entry.file(resolve, reject)
  })

/** A reader gives a hundred at a time, and nothing when there are no more. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) return all
    all.push(...some)
  }
}

/** Every file in what was dropped, folders in folders included; one that cannot be read is left out. */
export async function filesOf({ entries, files }: Dropped): Promise<readonly ImportFile[]> {
  const found: ImportFile[] = [...chosenFiles(files)]
  const open = [...entries]
  for (let entry = open.shift(); entry; entry = open.shift()) {
    const name = entry.fullPath.replace(/^\//u, '') || entry.name
    if (isFolder(entry)) open.push(...(await entriesIn(entry).catch(() => [])))
    else if (isFile(entry) && !isSystemFile(name)) {
      const file = await fileOf(entry).catch(() => undefined)
      if (file) found.push({ name, size: file.size, file })
    }
  }
  return found
}
