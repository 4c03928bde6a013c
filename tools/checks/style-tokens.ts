import type { Outcome } from '../child.ts'
import { readFilesUnder, getLineNumber, type SourceFile } from '../source-files.ts'

const tokenFile = 'apps/web/src/ui/theme/tokens.css'

/** The properties whose values have tokens, and the prefix of those tokens. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^font-size$/u, '--talus-font-size-'],
  [/^font-weight$/u, '--talus-font-weight-'],
  [/^border-(?:[a-z]+-[a-z]+-)?radius$/u, '--talus-radius-'],
  [/^(?:(?:row-|column-)?gap|(?:scroll-)?(?:padding|margin)(?:-[a-z-]+)?)$/u, '--talus-space-'],
  [/^z-index$/u, '--talus-layer-'],
]

const declaration = /([\w-]+)\s*:\s*([^;{}]+)[;}]/gu
const withoutComments = (css: string) =>
  css.replaceAll(/\/\*[\s\S]*?\*\//gu, (comment) => comment.replaceAll(/[^\n]/gu, ' '))

/** The tokens and their values; a colour has its light value. */
export function readTokens(css: string): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>()
  for (const [, name = '', value = ''] of withoutComments(css).matchAll(declaration)) {
    if (name.startsWith('--talus-') && !tokens.has(name)) tokens.set(name, value.trim())
  }
  return tokens
}

/** Literal values that have a token, and tokens that do not exist, which browsers ignore silently. */
export function findStyleFaults(
  { path, text }: SourceFile,
  tokens: ReadonlyMap<string, string>,
): string[] {
  const css = withoutComments(text)
  const faults: string[] = []
  const report = (index: number, fault: string) =>
    faults.push(`${path}:${getLineNumber(css, index)}: ${fault}`)
  for (const { index, 1: property = '', 2: value = '' } of css.matchAll(declaration)) {
    const prefix = families.find(([pattern]) => pattern.test(property))?.[1]
    if (prefix === undefined) continue
    for (const [name, tokenValue] of tokens) {
      if (!name.startsWith(prefix)) continue
      const isLiteral = value
        .replaceAll(/var\([^)]*\)/gu, '')
        .split(/[\s,()]+/u)
        .some((part) => part === tokenValue || part === `-${tokenValue}`)
      if (isLiteral) report(index, `${property}: ${tokenValue}: write var(${name})`)
    }
  }
  for (const { index, 1: name = '' } of css.matchAll(/var\((--talus-[\w-]+)/gu)) {
    if (!tokens.has(name)) report(index, `${name} is not in ${tokenFile}`)
  }
  return faults
}

export async function checkStyleTokens(): Promise<Outcome> {
  const files = await readFilesUnder('apps/web/src', /\.css$/u)
  const tokens = readTokens(files.find(({ path }) => path === tokenFile)?.text ?? '')
  const faults = files.flatMap((file) => findStyleFaults(file, tokens))
  if (tokens.size === 0) faults.push(`${tokenFile}: no tokens`)
  return { isFine: faults.length === 0, output: faults.join('\n') }
}
