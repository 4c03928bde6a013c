/** The questions that guide a clinic; their answers are the beginning of the clinical history. */
export const historyPrompts = [
  'complaint',
  'duration',
  'examination',
  'treatment',
  'question',
] as const
export type HistoryPrompt = (typeof historyPrompts)[number]

export type HistoryAnswers = Readonly<Record<HistoryPrompt, string>> & { readonly rest: string }
type PromptNames = Readonly<Record<HistoryPrompt, string>>

/** One line for each answered question, then the free text after a blank line. */
export function composeHistory(answers: HistoryAnswers, names: PromptNames): string {
  const lines = historyPrompts
    .filter((prompt) => answers[prompt].trim() !== '')
    // A blank line would end the answers.
    .map((prompt) => `${names[prompt]}: ${answers[prompt].trim().replaceAll(/\n{2,}/gu, '\n')}`)
  return [lines.join('\n'), answers.rest.trim()].filter(Boolean).join('\n\n')
}

/**
 * Splits a stored history again, also one that was written in the other language. A text without
 * the questions is free text.
 */
export function parseHistory(text: string, languages: readonly PromptNames[]): HistoryAnswers {
  const answers = { complaint: '', duration: '', examination: '', treatment: '', question: '' }
  const [head = '', ...others] = text.split('\n\n')
  const findPrompt = (line: string) =>
    languages
      .flatMap((names) => historyPrompts.map((prompt) => ({ prompt, start: `${names[prompt]}: ` })))
      .find(({ start }) => line.startsWith(start))
  const lines = head.split('\n')
  if (findPrompt(lines[0] ?? '') === undefined) return { ...answers, rest: text }
  let current: HistoryPrompt = 'complaint'
  for (const line of lines) {
    const found = findPrompt(line)
    if (found) current = found.prompt
    const said = found ? line.slice(found.start.length) : line
    answers[current] = [answers[current], said].filter(Boolean).join('\n')
  }
  return { ...answers, rest: others.join('\n\n') }
}
