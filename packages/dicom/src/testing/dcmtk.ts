import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RenderedImage } from '../render/rendered-image.ts'

const programs = [
  'dcm2pnm',
  'dcmj2pnm',
  'dcml2pnm',
  'dcmp2pgm',
  'dcmcjpeg',
  'dcmdjpeg',
  'dcmconv',
] as const
const readers = ['dcm2json', 'dcmdump'] as const
type Program = (typeof programs)[number]

/** Runs a program of dcmtk on a file and returns the file that it wrote. */
export function convertWithDcmtk(
  program: Program,
  bytes: Uint8Array,
  options: readonly string[],
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'talus-dcmtk-'))
  try {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    writeFileSync(from, bytes)
    const { status, stderr } = spawnSync(program, [...options, from, to], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ${options.join(' ')}: ${stderr}`)
    return readFileSync(to)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The output of a dcmtk program for a file; undefined if it refuses the file. */
export function runDcmtkReader(
  program: (typeof readers)[number],
  bytes: Uint8Array,
  options: readonly string[],
): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'talus-dcmtk-'))
  try {
    const file = join(folder, 'file')
    writeFileSync(file, bytes)
    const { status, stdout } = spawnSync(program, [...options, file], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    return status === 0 ? stdout : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The names of the files that dcmdump refuses; one process for all, because starting it is slow.
 */
export function findFilesRefusedByDcmdump(
  files: ReadonlyMap<string, Uint8Array>,
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'talus-dcmtk-'))
  try {
    const paths = Array.from(files.values(), (bytes, at) => {
      const path = join(folder, String(at))
      writeFileSync(path, bytes)
      return path
    })
    // dcmdump stops at the first file that it refuses; the loop below then finds all of them.
    if (spawnSync('dcmdump', ['-q', ...paths], { stdio: 'ignore' }).status === 0) return []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return Array.from(files)
    .filter(([, bytes]) => runDcmtkReader('dcmdump', bytes, ['-q']) === undefined)
    .map(([name]) => name)
}

/** The output of dcmdump for a file: a line for each element, in UTF-8. */
export function dumpWithDcmtk(bytes: Uint8Array): string {
  const output = runDcmtkReader('dcmdump', bytes, ['+U8', '--print-all', '--load-short'])
  if (output === undefined) throw new Error('dcmdump refuses the file')
  return output
}

/** Reads a PNM file: P5 is grey and P6 is colour; three numbers follow, then the pixels. */
export function readPnm(file: Buffer): RenderedImage {
  const head = /^P([56])\s+(?:#[^\n]*\s+)*(\d+)\s+(\d+)\s+255\s/u.exec(
    file.toString('latin1', 0, 200),
  )
  if (!head) throw new Error('not a picture of 8 bits')
  const [text, kind, width, height] = head
  return {
    width: Number(width),
    height: Number(height),
    channels: kind === '5' ? 1 : 3,
    data: new Uint8Array(file.subarray(text.length)),
  }
}

/** The image that dcmtk renders from the pixels alone, without overlays. */
export const renderWithDcmtk = (
  bytes: Uint8Array,
  voi: readonly string[],
  program: Program = 'dcm2pnm',
): RenderedImage => readPnm(convertWithDcmtk(program, bytes, ['--no-overlays', ...voi]))

/** The image that dcmtk renders with all overlays. */
export const renderOverlaysWithDcmtk = (
  bytes: Uint8Array,
  voi: readonly string[],
  program: Program = 'dcm2pnm',
): RenderedImage => readPnm(convertWithDcmtk(program, bytes, ['--display-overlay', '0', ...voi]))

/** The image that dcmtk renders with a presentation state. */
export function renderStateWithDcmtk(bytes: Uint8Array, state: Uint8Array): RenderedImage {
  const folder = mkdtempSync(join(tmpdir(), 'talus-dcmtk-'))
  try {
    const path = join(folder, 'state')
    writeFileSync(path, state)
    return readPnm(convertWithDcmtk('dcmp2pgm', bytes, ['--pstate', path]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const hasDcmtk = [...programs, ...readers].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
)
/** For the titles of tests that compare with dcmtk, so that a skipped test says why. */
export const dcmtkNote = hasDcmtk ? '' : ' (skipped: dcmtk is not installed)'

/** The largest difference between two images, which must have the same size. */
export function computeMaxDifference(one: RenderedImage, other: RenderedImage): number {
  const shape = ({ width, height, channels }: RenderedImage) => `${width} x ${height} x ${channels}`
  if (shape(one) !== shape(other) || one.data.length !== other.data.length) {
    throw new Error(`${shape(one)} and ${shape(other)}`)
  }
  let most = 0
  for (let at = 0; at < one.data.length; at++) {
    most = Math.max(most, Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0)))
  }
  return most
}
