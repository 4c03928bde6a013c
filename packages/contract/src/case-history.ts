/**
 * The questions that guide a clinic; their answers are the beginning of the clinical history. It is
 * stored as the text that the specification names, with the questions in the language of its author.
 */
export const historyPrompts = [
  'complaint',
  'duration',
  'examination',
  'treatment',
  'question',
] as const
export type HistoryPrompt = (typeof historyPrompts)[number]

export type HistoryAnswers = Readonly<Record<HistoryPrompt, string>> & { readonly rest: string }
export type PromptNames = Readonly<Record<HistoryPrompt, string>> & {
  /** With the spaces of the language; French has one before it. */
  readonly colon: string
}

/** The names of all questions in one language. */
export function namePrompts(name: (prompt: HistoryPrompt) => string, colon: string): PromptNames {
  const named = { complaint: '', duration: '', examination: '', treatment: '', question: '', colon }
  for (const prompt of historyPrompts) named[prompt] = name(prompt)
  return named
}

/** Histories that were saved before had the English colon in both languages. */
const savedColon = ': '

const listStarts = (languages: readonly PromptNames[]) =>
  languages.flatMap((names) =>
    historyPrompts.flatMap((prompt) =>
      [names.colon, savedColon].map((colon) => ({ prompt, start: `${names[prompt]}${colon}` })),
    ),
  )

/**
 * Typed lines that begin like a question get a space before them, which parsing removes again. So do
 * blank lines, which would end the answers.
 */
const indent = (lines: readonly string[], languages: readonly PromptNames[]) =>
  lines.map((line) => (needsIndent(line, languages) ? ` ${line}` : line))
const unindent = (line: string, languages: readonly PromptNames[]) =>
  line.startsWith(' ') && needsIndent(line, languages) ? line.slice(1) : line

const needsIndent = (line: string, languages: readonly PromptNames[]) =>
  line.trim() === '' ||
  listStarts(languages).some(({ start }) => line.trimStart().startsWith(start))

/**
 * One line for each answered question, then the free text after a blank line. The questions are
 * written in the first of the languages.
 */
export function composeHistory(
  answers: HistoryAnswers,
  languages: readonly [PromptNames, ...PromptNames[]],
): string {
  const [names] = languages
  const lines = historyPrompts
    .filter((prompt) => answers[prompt].trim() !== '')
    .map((prompt) => {
      const [first = '', ...others] = answers[prompt].trim().split('\n')
      return [`${names[prompt]}${names.colon}${first}`, ...indent(others, languages)].join('\n')
    })
  return [lines.join('\n'), answers.rest.trim()].filter(Boolean).join('\n\n')
}

const findStart = (line: string, languages: readonly PromptNames[]) =>
  listStarts(languages).find(({ start }) => line.startsWith(start))

/**
 * Writes the questions of a stored history in the first of the languages, for a reader of another
 * language than its author. The answers stay as they were typed.
 */
export function translateHistory(
  text: string,
  languages: readonly [PromptNames, ...PromptNames[]],
): string {
  const [names] = languages
  const [head = '', ...others] = text.split('\n\n')
  const lines = head.split('\n')
  if (findStart(lines[0] ?? '', languages) === undefined) return text
  const translated = lines.map((line) => {
    const found = findStart(line, languages)
    if (!found) return line
    return `${names[found.prompt]}${names.colon}${line.slice(found.start.length)}`
  })
  return [translated.join('\n'), ...others].join('\n\n')
}

/**
 * Splits a stored history again, also one that was written in the other language. A text without
 * the questions is free text.
 */
export function parseHistory(text: string, languages: readonly PromptNames[]): HistoryAnswers {
  const answers = { complaint: '', duration: '', examination: '', treatment: '', question: '' }
  const said = new Map<HistoryPrompt, string[]>()
  const [head = '', ...others] = text.split('\n\n')
  const lines = head.split('\n')
  if (findStart(lines[0] ?? '', languages) === undefined) return { ...answers, rest: text }
  let current: HistoryPrompt = 'complaint'
  for (const line of lines) {
    const found = findStart(line, languages)
    if (found) current = found.prompt
    const part = found ? line.slice(found.start.length) : unindent(line, languages)
    said.set(current, [...(said.get(current) ?? []), part])
  }
  for (const [prompt, parts] of said) answers[prompt] = parts.join('\n')
  return { ...answers, rest: others.join('\n\n') }
}
