import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { kernelModule, kernelSourceHash } from './kernel-module.ts'
import { createKernel } from './kernel.ts'

const folder = resolve(import.meta.dirname, '../../kernel')

test('the committed module was built from the committed sources', () => {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).toSorted()) {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    hash.update(`packages/volume/kernel/${name}\n${text}`)
  }
  expect(kernelSourceHash, 'run node tools/build-kernel.ts').toBe(hash.digest('hex'))
})

test('the module is small enough to be compiled at once', () => {
  expect(Buffer.from(kernelModule, 'base64').length).toBeLessThanOrEqual(8192)
})

test('reserved memory is aligned and does not overlap, and the work area grows', () => {
  const kernel = createKernel()
  const [first, second] = [kernel.reserve(5), kernel.reserve(100_000)]
  expect([first % 16, second % 16]).toEqual([0, 0])
  expect(second).toBeGreaterThanOrEqual(first + 5)
  const scratch = kernel.getScratch(1000)
  expect(scratch).toBeGreaterThanOrEqual(second + 100_000)
  expect(kernel.getScratch(900)).toBe(scratch)
  expect(kernel.getScratch(2000)).toBeGreaterThan(scratch)
})

test('more memory than addresses exist is a fault', () => {
  expect(() => createKernel().reserve(2 ** 33)).toThrow(/memory/u)
})
