import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'

export interface ExtractedFile {
  readonly name: string
  readonly modifiedOn: Date
  readonly bytes: Buffer
}

/** Reads every file of a zip, in order; throws if a checksum does not match. */
export async function readZip(zip: Buffer): Promise<ExtractedFile[]> {
  const file = await yauzl.fromBufferPromise(zip, { strictFileNames: true })
  const entries: ExtractedFile[] = []
  for await (const entry of file.eachEntry()) {
    const bytes = await buffer(await file.openReadStreamPromise(entry))
    if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} has another checksum`)
    entries.push({ name: entry.fileName, modifiedOn: entry.getLastModDate(), bytes })
  }
  return entries
}

export const hasUnzip = spawnSync('unzip', ['-v'], { stdio: 'ignore' }).status === 0

/** Tests a zip with Info-ZIP, an independent reader that checks every byte; returns its output. */
export async function testWithUnzip(zip: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-zip-'))
  try {
    await writeFile(join(folder, 'test.zip'), zip)
    const { stdout, stderr } = spawnSync('unzip', ['-tq', 'test.zip'], {
      cwd: folder,
      encoding: 'utf8',
      // Without a UTF-8 locale it reports an accent in a file name as a fault of the zip.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    return stdout + stderr
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
