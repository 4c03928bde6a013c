import type { Outcome } from '../child.ts'
import { readFilesUnder, type SourceFile } from '../source-files.ts'

/** Words that a comment must not open with: they begin a fragment instead of a sentence. */
const fragmentOpener = /^(?:Of|What|Who|Whoever|Whose|Those|Where|Wherever|That)\b/u

/** Private metaphors, and the terms of the trade that replace them; see docs/writing.md. */
const bannedWords: Readonly<Record<string, string>> = {
  ahead: 'prefetch or precompute',
  desk: 'session, service, slot or page object',
  elsewhere: 'remote, proxy or received',
  greys: 'grey levels',
  heard: 'received or subscribed',
  keeper: 'storage, supervisor or lease',
  leapt: 'list by key',
  lent: 'pooled',
  room: 'space, session or capture screen; an X-ray room is fine',
  rooms: 'space, session or capture screen; X-ray rooms are fine',
  shelf: 'cache',
  told: 'notified, reported or published',
  whoever: 'the name of the actor',
}

export interface Comment {
  readonly line: number
  readonly text: string
}

/** Adjacent `//` lines are one comment, and so is a block; tool directives are not comments. */
export function listComments(source: string): Comment[] {
  const comments: Comment[] = []
  const lines = source.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const block = /^\s*\{?\/\*+(.*)$/u.exec(lines[index] ?? '')
    if (block) {
      const start = index
      const parts = [block[1] ?? '']
      while (!(parts.at(-1) ?? '').includes('*/') && index + 1 < lines.length) {
        index++
        parts.push((lines[index] ?? '').replace(/^\s*\*(?!\/)/u, ''))
      }
      const text = parts.map((part) => part.replace(/\*\/.*$/u, '').trim())
      comments.push({ line: start + 1, text: text.join(' ').trim() })
      continue
    }
    const own = /^\s*\/\/+ ?(.*)$/u.exec(lines[index] ?? '')
    if (own) {
      const start = index
      const parts = [own[1] ?? '']
      for (let next = /^\s*\/\/+ ?(.*)$/u.exec(lines[index + 1] ?? ''); next;) {
        index++
        parts.push(next[1] ?? '')
        next = /^\s*\/\/+ ?(.*)$/u.exec(lines[index + 1] ?? '')
      }
      comments.push({ line: start + 1, text: parts.join(' ').trim() })
      continue
    }
    const trailing = /[\w)\]}'"`,;({[] \/\/ (.*)$/u.exec(lines[index] ?? '')
    if (trailing) comments.push({ line: index + 1, text: (trailing[1] ?? '').trim() })
  }
  return comments.filter(({ text }) => text !== '' && !/^(?:oxlint|@ts-|<|#)/u.test(text))
}

/** `useToldKeys` and `use-told-keys` are the words use, told, keys. */
const splitWords = (text: string) =>
  text
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/u)

function findBannedWord(text: string): string | undefined {
  const words = splitWords(text)
  return words.find((word, index) => {
    if (!Object.hasOwn(bannedWords, word)) return false
    return !(/^rooms?$/u.test(word) && words[index - 1]?.endsWith('ray'))
  })
}

const describeWord = (word: string) => `"${word}": write ${bannedWords[word] ?? 'another word'}`

/** Strings are left out: they are texts of the interface, names on the wire, or other tools' words. */
const withoutStrings = (line: string) =>
  line.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/gu, "''")

const testTitle = /\b(?:test|it|describe|step)(?:\.\w+)*\(\s*(['"`])(.*?)\1/gu

/** Deviations from docs/writing.md in one file, a line each. */
export function findWritingFaults({ path, text }: SourceFile): string[] {
  const faults: string[] = []
  const inPath = findBannedWord(path.replace(/\.[a-z.]+$/u, ''))
  if (inPath) faults.push(`${path}: file name with ${describeWord(inPath)}`)
  if (path.endsWith('.md')) {
    let isCode = false
    text.split('\n').forEach((line, index) => {
      if (line.startsWith('```')) isCode = !isCode
      const word = isCode ? undefined : findBannedWord(line.replaceAll(/`[^`]*`/gu, ''))
      if (word) faults.push(`${path}:${index + 1}: ${describeWord(word)}`)
      const prose = line.replace(/^[\s>#*-]*(?:\*\*)?/u, '')
      if (!isCode && /^(?:Of|What|Whoever|Those)\b(?!.*\?)/u.test(prose)) {
        faults.push(`${path}:${index + 1}: a sentence opens with ${prose.split(' ')[0]}`)
      }
    })
    return faults
  }
  const comments = listComments(text)
  for (const comment of comments) {
    const opener = fragmentOpener.exec(comment.text)
    if (opener) {
      faults.push(`${path}:${comment.line}: comment opens with "${opener[0]}": write a sentence`)
    }
    const word = findBannedWord(comment.text.replaceAll(/`[^`]*`/gu, ''))
    if (word) faults.push(`${path}:${comment.line}: comment with ${describeWord(word)}`)
  }
  if (!/\.(?:ts|tsx|mts|mjs)$/u.test(path)) return faults
  for (const [, , title = ''] of text.matchAll(testTitle)) {
    const word = findBannedWord(title)
    if (word) faults.push(`${path}: test title with ${describeWord(word)}: ${title}`)
  }
  text.split('\n').forEach((line, index) => {
    if (/^\s*(?:\/\/|\/?\*)/u.test(line)) return
    const word = findBannedWord(withoutStrings(line).replace(/ \/\/ .*$/u, ''))
    if (word === 'room' && roomColumn.test(path)) return
    if (word) faults.push(`${path}:${index + 1}: name with ${describeWord(word)}`)
  })
  return faults
}

/** The X-ray log has a column `room` for the X-ray room. */
const roomColumn =
  /^apps\/server\/src\/(?:db\/image-tables|features\/(?:studies\/xray-log-cells|capture\/frames\/store-frame|capture\/exposure\/capture-image\.sqlite\.test))\.ts$/u

const checkedFiles = /\.(?:ts|tsx|mts|mjs|css|md)$/u
const itself = /^tools\/checks\/writing(?:\.test)?\.ts$|^docs\/writing\.md$/u

async function listFaults(folder: string): Promise<string[]> {
  const files = (await readFilesUnder(folder, checkedFiles)).filter(
    ({ path }) => !itself.test(path),
  )
  return files.flatMap(findWritingFaults)
}

/** Comments, names, test titles and documents in ordinary words: docs/writing.md. */
export async function checkWriting(): Promise<Outcome> {
  const faults = await listFaults('.')
  return { isFine: faults.length === 0, output: faults.join('\n') }
}

if (import.meta.main) {
  const folders = process.argv.slice(2)
  for (const folder of folders.length > 0 ? folders : ['.']) {
    for (const fault of await listFaults(folder)) console.log(fault)
  }
}
