// A log file of limited size. Plain JavaScript without dependencies, as the supervisor that uses it.
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Opens `talus.log` in a folder. A full file becomes `talus.1.log`, that one `talus.2.log`, and so
 * on; the oldest is replaced.
 * @param {string} folder
 * @param {{ name?: string, maxBytes?: number, kept?: number }} [limits]
 */
export function openLogFile(
  folder,
  { name = 'talus', maxBytes = 10 * 1024 * 1024, kept = 5 } = {},
) {
  /** @param {number} age */
  const getPath = (age) => join(folder, age === 0 ? `${name}.log` : `${name}.${age}.log`)
  /** @type {number | undefined} */
  let file
  let size = 0

  function open() {
    mkdirSync(folder, { recursive: true })
    const opened = openSync(getPath(0), 'a', 0o600)
    size = fstatSync(opened).size
    return opened
  }

  function rotate() {
    if (file !== undefined) closeSync(file)
    file = undefined
    for (let age = kept - 1; age >= 0; age -= 1) {
      try {
        renameSync(getPath(age), getPath(age + 1))
      } catch {
        // There are not that many files yet.
      }
    }
  }

  return {
    /** @param {string | Uint8Array} chunk */
    write(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      try {
        file ??= open()
        if (size > 0 && size + bytes.byteLength > maxBytes) {
          rotate()
          file = open()
        }
        writeSync(file, bytes)
        size += bytes.byteLength
      } catch {
        // A full disk must not end the server: the line is lost, the next one is tried again.
      }
    },
  }
}
