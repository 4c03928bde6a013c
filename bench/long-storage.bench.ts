// How much space the lossless compression of stored images saves, and what it costs.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  explicitLittleEndian,
  isNativeSyntax,
  losslessSyntaxes,
  readDicom,
  transcode,
} from '@talus/dicom'

const folder = process.env['TALUS_TEST_DATA'] ?? join(import.meta.dirname, '../../shared/data')
const groups = ['radiographs', 'ct-chest', 'ct-head-tilt', 'mr-t1']
const names: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2.4.80': 'JPEG-LS',
  '1.2.840.10008.1.2.4.201': 'HTJ2K',
  '1.2.840.10008.1.2.4.202': 'HTJ2K RPCL',
}

async function loadUncompressed(group: string): Promise<Uint8Array[]> {
  const found: Uint8Array[] = []
  const entries = await readdir(join(folder, group), { recursive: true, withFileTypes: true })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (!entry.isFile() || found.length === 60) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    try {
      if (isNativeSyntax(readDicom(bytes).transferSyntax.uid)) found.push(bytes)
    } catch {
      // No DICOM file.
    }
  }
  return found
}

const sum = (parts: readonly Uint8Array[]) => parts.reduce((total, part) => total + part.length, 0)

for (const group of groups) {
  const files = await loadUncompressed(group)
  if (files.length === 0) continue
  const before = sum(files)
  console.log(`${group}: ${files.length} files, ${(before / 1e6).toFixed(1)} MB`)
  for (const syntax of losslessSyntaxes) {
    let after = 0
    let packMs = 0
    let openMs = 0
    for (const file of files) {
      const startedAt = performance.now()
      const packed = Buffer.concat(await transcode(file, syntax))
      packMs += performance.now() - startedAt
      after += packed.length
      const openedAt = performance.now()
      await transcode(packed, explicitLittleEndian)
      openMs += performance.now() - openedAt
    }
    const each = (ms: number) => `${(ms / Math.max(1, files.length)).toFixed(0)} ms`
    console.log(
      `  ${(names[syntax] ?? syntax).padEnd(12)} ${(after / 1e6).toFixed(1).padStart(7)} MB, ${(before / after).toFixed(2)} times smaller; compress and verify ${each(packMs)}, decompress ${each(openMs)} per file`,
    )
  }
}
