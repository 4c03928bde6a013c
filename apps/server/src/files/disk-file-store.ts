import { access, constants, rm, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { asyncCalls } from './disk-calls.ts'
import type { DiskCalls } from './disk-calls.ts'
import { mapDiskErrors } from './disk-errors.ts'
import { listFolder, openFile, statFile, streamFile } from './disk-reader.ts'
import { createDiskWriter } from './disk-writer.ts'
import { createFolderFlusher } from './durable-folder.ts'
import { checkFileKey } from './file-key.ts'
import type { Bytes, FileStore, PipeSource, PutOptions } from './file-store.ts'
import { limitBytes, createLimitCheck } from './stream-digest.ts'

export function createDiskFileStore(folder: string, calls: DiskCalls = asyncCalls): FileStore {
  const root = resolve(folder)
  const syncFolder = createFolderFlusher(calls)
  const pathOf = (key: string) => join(root, ...checkFileKey(key).split('/'))
  const writer = createDiskWriter(root, pathOf, calls, syncFolder)

  const put = (key: string, bytes: Bytes, options: PutOptions = {}) =>
    writer.write(key, options, async (blocks) => {
      for await (const chunk of limitBytes(bytes, options)) await blocks.add(chunk)
    })

  const pipe = (key: string, bytes: PipeSource, options: PutOptions = {}) =>
    writer.write(key, options, (blocks) => {
      const check = createLimitCheck(options)
      return bytes.pipe((chunk) => {
        check(chunk)
        return blocks.add(chunk)
      })
    })

  return {
    put,
    ...(calls.isOwnThread && { pipe }),
    read: async (key, range) => streamFile(pathOf(key), range),
    open: async (key, start) => openFile(pathOf(key), start),
    sweep: writer.sweep,
    stat: async (key) => statFile(key, pathOf(key)),
    async remove(key) {
      const path = pathOf(key)
      if (!(await statFile(key, path))) return
      await mapDiskErrors(rm(path, { force: true }))
      await mapDiskErrors(syncFolder(dirname(path)))
    },
    list: (prefix) =>
      prefix === '' ? listFolder('', root) : listFolder(`${prefix}/`, pathOf(prefix)),
    async freeBytes() {
      await mapDiskErrors(writer.ensureRoot())
      const { bavail, bsize } = await mapDiskErrors(statfs(root))
      return bavail * bsize
    },
    async check() {
      await mapDiskErrors(writer.ensureRoot())
      await mapDiskErrors(access(root, constants.W_OK))
    },
    close: () => Promise.resolve(),
  }
}
