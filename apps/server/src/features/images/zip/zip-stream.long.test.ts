import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { hasUnzip, readZip, testWithUnzip } from '../../../testing/images/read-zip.ts'
import { createZipStream } from './zip-stream.ts'
import type { ZipEntry } from './zip-stream.ts'

const modifiedOn = new Date('2026-02-10T15:30:00.000Z')

async function* chunks(...parts: readonly string[]) {
  for (const part of parts) yield Buffer.from(part)
}

async function* three(): AsyncGenerator<ZipEntry> {
  yield { name: 'L’Étoile/é.dcm', modifiedOn, bytes: chunks('one ', 'two') }
  yield { name: 'empty', modifiedOn, bytes: chunks() }
  yield { name: 'whole', modifiedOn, bytes: Buffer.from('three') }
}

test('a zip contains its entries with names, times and bytes', async () => {
  const entries = await readZip(await buffer(createZipStream(three())))
  expect(entries.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
    ['L’Étoile/é.dcm', 'one two'],
    ['empty', ''],
    ['whole', 'three'],
  ])
  expect(entries.map((entry) => entry.modifiedOn)).toEqual([modifiedOn, modifiedOn, modifiedOn])
})

test('every zip entry begins with the ten bytes that the browser counts', async () => {
  const zip = await buffer(createZipStream(three()))
  const mark = Buffer.from('504b0304140008080000', 'hex')
  expect(zip.indexOf(mark)).toBe(0)
  expect(zip.toString('latin1').split(mark.toString('latin1'))).toHaveLength(1 + 3)
})

test('a zip without entries is valid', async () => {
  async function* nothing(): AsyncGenerator<ZipEntry> {}
  expect(await readZip(await buffer(createZipStream(nothing())))).toEqual([])
})

test.runIf(hasUnzip)('unzip finds no errors in a zip', async () => {
  const verdict = await testWithUnzip(await buffer(createZipStream(three())))
  expect(verdict).toContain('No errors detected')
})

test('a zip can have more entries than 16 bits can count', { timeout: 180_000 }, async () => {
  const count = 66_000
  async function* many(): AsyncGenerator<ZipEntry> {
    for (let index = 0; index < count; index += 1)
      yield { name: `folder/${index}.dcm`, modifiedOn, bytes: Buffer.from(`${index}`) }
  }
  const zip = await buffer(createZipStream(many()))
  const names = []
  for await (const { fileName } of (await yauzl.fromBufferPromise(zip)).eachEntry())
    names.push(fileName)
  expect([names.length, names.at(-1)]).toEqual([count, 'folder/65999.dcm'])
  if (hasUnzip) expect(await testWithUnzip(zip)).toContain('No errors detected')
})

test('a zip can have entries beyond 4 GB', { timeout: 180_000 }, async () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024)
  async function* huge() {
    for (let part = 0; part < 34; part += 1) yield zeros
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'first', modifiedOn, bytes: huge() }
    yield { name: 'second', modifiedOn, bytes: huge() }
    yield { name: 'far', modifiedOn, bytes: Buffer.from('still here') }
  }
  const folder = await mkdtemp(join(tmpdir(), 'talus-zip-'))
  try {
    const path = join(folder, 'huge.zip')
    const file = await open(path, 'w')
    let offset = 0
    // The zeros are not written: the file is sparse and takes no disk space.
    for await (const chunk of createZipStream(entries())) {
      if (chunk.byteLength < zeros.byteLength) await file.write(chunk, 0, chunk.byteLength, offset)
      offset += chunk.byteLength
    }
    await file.close()
    expect(offset).toBeGreaterThan(2 ** 32)
    const zip = await yauzl.openPromise(path)
    const found = []
    for await (const entry of zip.eachEntry()) {
      const isSmall = entry.uncompressedSize < 100
      const bytes = isSmall ? await buffer(await zip.openReadStreamPromise(entry)) : undefined
      found.push([entry.fileName, entry.uncompressedSize, bytes?.toString()])
    }
    expect(found).toEqual([
      ['first', 34 * zeros.byteLength, undefined],
      ['second', 34 * zeros.byteLength, undefined],
      ['far', 10, 'still here'],
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a zip whose reader stops closes the entry that is being read', async () => {
  const closed: string[] = []
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(64 * 1024)
    } finally {
      closed.push('bytes')
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) yield { name: 'endless', modifiedOn, bytes: endless() }
    } finally {
      closed.push('entries')
    }
  }
  for await (const chunk of createZipStream(entries())) if (chunk.byteLength > 1000) break
  expect(closed).toEqual(['bytes', 'entries'])
})

test('a zip whose entries fail fails as a whole', async () => {
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield { name: 'one', modifiedOn, bytes: Buffer.from('1') }
    throw new Error('database gone')
  }
  await expect(buffer(createZipStream(broken()))).rejects.toThrow('database gone')
})
