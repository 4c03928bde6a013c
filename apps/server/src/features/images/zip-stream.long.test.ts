import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { hasUnzip, readZip, testedByUnzip } from '../../testing/read-zip.ts'
import { zipStream } from './zip-stream.ts'
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

test('a zip holds what was put in, under its name and with its time', async () => {
  const entries = await readZip(await buffer(zipStream(three())))
  expect(entries.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
    ['L’Étoile/é.dcm', 'one two'],
    ['empty', ''],
    ['whole', 'three'],
  ])
  expect(entries.map((entry) => entry.modifiedOn)).toEqual([modifiedOn, modifiedOn, modifiedOn])
})

test('every entry begins with the ten bytes that a browser counts', async () => {
  const zip = await buffer(zipStream(three()))
  const mark = Buffer.from('504b0304140008080000', 'hex')
  expect(zip.indexOf(mark)).toBe(0)
  expect(zip.toString('latin1').split(mark.toString('latin1'))).toHaveLength(1 + 3)
})

test('a zip of nothing is a zip', async () => {
  async function* nothing(): AsyncGenerator<ZipEntry> {}
  expect(await readZip(await buffer(zipStream(nothing())))).toEqual([])
})

test.runIf(hasUnzip)('another program finds nothing wrong with it', async () => {
  const verdict = await testedByUnzip(await buffer(zipStream(three())))
  expect(verdict).toContain('No errors detected')
})

test('more entries than 16 bits can count', { timeout: 60_000 }, async () => {
  const count = 66_000
  async function* many(): AsyncGenerator<ZipEntry> {
    for (let index = 0; index < count; index += 1)
      yield { name: `folder/${index}.dcm`, modifiedOn, bytes: Buffer.from(`${index}`) }
  }
  const zip = await buffer(zipStream(many()))
  const names = []
  for await (const { fileName } of (await yauzl.fromBufferPromise(zip)).eachEntry())
    names.push(fileName)
  expect([names.length, names.at(-1)]).toEqual([count, 'folder/65999.dcm'])
  if (hasUnzip) expect(await testedByUnzip(zip)).toContain('No errors detected')
})

test('entries that lie beyond 4 GB', { timeout: 60_000 }, async () => {
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
    let place = 0
    // The zeros are left out: the file has holes instead, and takes no room.
    for await (const chunk of zipStream(entries())) {
      if (chunk.byteLength < zeros.byteLength) await file.write(chunk, 0, chunk.byteLength, place)
      place += chunk.byteLength
    }
    await file.close()
    expect(place).toBeGreaterThan(2 ** 32)
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

test('a reader that leaves lets go of what was being read', async () => {
  const left: string[] = []
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(64 * 1024)
    } finally {
      left.push('bytes')
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) yield { name: 'endless', modifiedOn, bytes: endless() }
    } finally {
      left.push('entries')
    }
  }
  for await (const chunk of zipStream(entries())) if (chunk.byteLength > 1000) break
  expect(left).toEqual(['bytes', 'entries'])
})

test('what breaks while entries are made breaks the zip: half a zip is never a whole one', async () => {
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield { name: 'one', modifiedOn, bytes: Buffer.from('1') }
    throw new Error('database gone')
  }
  await expect(buffer(zipStream(broken()))).rejects.toThrow('database gone')
})
