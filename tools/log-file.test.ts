import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLogFile } from './log-file.mjs'

function createFolder() {
  const parent = mkdtempSync(join(tmpdir(), 'talus-log-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  return join(parent, 'logs')
}

test('a full log file is kept under a number, and the oldest is replaced', () => {
  const folder = createFolder()
  const log = openLogFile(folder, { maxBytes: 20, kept: 2 })
  for (let line = 1; line <= 8; line += 1) log.write(`line ${line} .\n`)
  expect(readdirSync(folder).toSorted()).toEqual(['talus.1.log', 'talus.2.log', 'talus.log'])
  expect(readFileSync(join(folder, 'talus.log'), 'utf8')).toBe('line 7 .\nline 8 .\n')
  expect(readFileSync(join(folder, 'talus.2.log'), 'utf8')).toBe('line 3 .\nline 4 .\n')
})

test('a log file goes on after a restart, with its size', () => {
  const folder = createFolder()
  openLogFile(folder, { maxBytes: 20, kept: 2 }).write('before the restart\n')
  openLogFile(folder, { maxBytes: 20, kept: 2 }).write('after it\n')
  expect(readFileSync(join(folder, 'talus.1.log'), 'utf8')).toBe('before the restart\n')
  expect(readFileSync(join(folder, 'talus.log'), 'utf8')).toBe('after it\n')
})

test('a folder that cannot be written does not end the program', () => {
  expect(() => openLogFile(join(import.meta.filename, 'logs')).write('lost\n')).not.toThrow()
})
