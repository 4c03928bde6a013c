import type { Protocol } from '@talus/contract'

export type Step = Protocol['steps'][number]

const isSame = (one: Step, other: Step) =>
  one.bodyPart === other.bodyPart && one.bodyPartView === other.bodyPartView

export const hasStep = (steps: readonly Step[], step: Step) =>
  steps.some((other) => isSame(other, step))

export const withStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  hasStep(steps, step) ? steps : [...steps, step]

export const withoutStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  steps.filter((other) => !isSame(other, step))

/** One place up or down; at the end of the list it stays where it is. */
export function movedStep(steps: readonly Step[], from: number, by: 1 | -1): readonly Step[] {
  const step = steps[from]
  const to = from + by
  if (!step || to < 0 || to >= steps.length) return steps
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}

/** A form holds texts: nothing chosen is an empty field. */
export const stepsText = (steps: readonly Step[]): string =>
  steps.length === 0
    ? ''
    : steps.map(({ bodyPart, bodyPartView }) => `${bodyPart}\t${bodyPartView}`).join('\n')

export const stepsOf = (text: unknown): readonly Step[] =>
  typeof text !== 'string' || text === ''
    ? []
    : text.split('\n').map((line) => {
        const [bodyPart = '', bodyPartView = ''] = line.split('\t')
        return { bodyPart, bodyPartView }
      })
