import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const programs = ['pdftotext', 'pdfinfo', 'pdffonts', 'pdfimages', 'qpdf', 'mutool'] as const
type Program = (typeof programs)[number]

const isInstalled = (program: Program) =>
  spawnSync(program, [program === 'mutool' || program === 'qpdf' ? '--version' : '-v']).error ===
  undefined

/** The programs of poppler-utils, qpdf and mupdf-tools that this computer lacks. */
export const missingPdfTools: readonly Program[] = programs.filter((one) => !isInstalled(one))

/** Runs a program on a file; `FILE` among the arguments stands for its path. */
export function runPdfTool(program: Program, bytes: Uint8Array, args: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'talus-pdf-'))
  try {
    const file = join(folder, 'report.pdf')
    writeFileSync(file, bytes)
    const { status, stdout, stderr } = spawnSync(
      program,
      args.map((argument) => (argument === 'FILE' ? file : argument)),
      { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, cwd: folder },
    )
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
    // Debian builds mutool without colour profiles, and it says so each time.
    const complaints = stderr.replace('warning: ICC support is not available\n', '')
    if (complaints !== '') throw new Error(`${program} ${args.join(' ')} complains: ${complaints}`)
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface PdfWord {
  readonly text: string
  /** In px of 1/96 inch. */
  readonly x: number
  readonly middle: number
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** The words of each page, as pdftotext finds them. */
export function readWords(bytes: Uint8Array): PdfWord[][] {
  const html = runPdfTool('pdftotext', bytes, ['-bbox', 'FILE', '-'])
  return html
    .split('<page ')
    .slice(1)
    .map((page) =>
      [
        ...page.matchAll(
          /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="[\d.-]+" yMax="([\d.-]+)">(.*)<\/word>/gu,
        ),
      ].map(([, x, top, bottom, text]) => ({
        text: (text ?? '').replaceAll(/&(\w+);/gu, (_all, name: string) => entities[name] ?? name),
        x: Number(x) / 0.75,
        middle: (Number(top) + Number(bottom)) / 1.5,
      })),
    )
}

export interface TaggedElement {
  readonly type: string
  readonly text: string
}

/** The elements with text of the structure tree in reading order, as pdfinfo prints them. */
export function readTaggedElements(bytes: Uint8Array): TaggedElement[] {
  const elements: { type: string; text: string }[] = []
  for (const line of runPdfTool('pdfinfo', bytes, ['-struct-text', 'FILE']).split('\n')) {
    const quoted = /^ *"(.*)"$/u.exec(line)
    const last = elements.at(-1)
    if (quoted && last) last.text += quoted[1] ?? ''
    else {
      const type = /^ *([A-Z][A-Za-z0-9]*)(?: \(\w+\))?:?$/u.exec(line)
      if (type) elements.push({ type: type[1] ?? '', text: '' })
    }
  }
  return elements
}
