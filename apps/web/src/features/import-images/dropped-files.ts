import type { ImportFile } from './import-queue.ts'

/** Files that operating systems create in every folder; they are not imported. */
const systemFiles = /^(?:\.ds_store|thumbs\.db|desktop\.ini|\._.*)$/iu

export const isSystemFile = (name: string) => systemFiles.test(name.split('/').at(-1) ?? '')

/** Converts selected files, or those of a selected folder. */
export const toImportFiles = (files: Iterable<File>): readonly ImportFile[] =>
  [...files]
    .map((file) => ({ name: file.webkitRelativePath || file.name, size: file.size, file }))
    .filter(({ name }) => !isSystemFile(name))

/** Dropped items: entries, which may be folders, and plain files in browsers without entries. */
export interface DroppedItems {
  readonly entries: readonly FileSystemEntry[]
  readonly files: readonly File[]
}

/** Must be called synchronously in the drop handler: the browser clears the items afterwards. */
export function readDroppedItems(items: Iterable<DataTransferItem>): DroppedItems {
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

const readFile = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => {
    entry.file(resolve, reject)
  })

/** The reader returns up to a hundred entries per call, and none at the end. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
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

/** Lists all dropped files, including those in nested folders; unreadable files are skipped. */
export async function listDroppedFiles({
  entries,
  files,
}: DroppedItems): Promise<readonly ImportFile[]> {
  const found: ImportFile[] = [...toImportFiles(files)]
  const open = [...entries]
  for (let entry = open.shift(); entry; entry = open.shift()) {
    const name = entry.fullPath.replace(/^\//u, '') || entry.name
    if (isFolder(entry)) open.push(...(await listEntries(entry).catch(() => [])))
    else if (isFile(entry) && !isSystemFile(name)) {
      const file = await readFile(entry).catch(() => undefined)
      if (file) found.push({ name, size: file.size, file })
    }
  }
  return found
}
