import type { Protocol } from '@talus/contract'

export type Step = Protocol['steps'][number]

const isSameStep = (one: Step, other: Step) =>
  one.bodyPart === other.bodyPart && one.bodyPartView === other.bodyPartView

export const hasStep = (steps: readonly Step[], step: Step) =>
  steps.some((other) => isSameStep(other, step))

export const addStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  hasStep(steps, step) ? steps : [...steps, step]

export const removeStep = (steps: readonly Step[], step: Step): readonly Step[] =>
  steps.filter((other) => !isSameStep(other, step))

/** Moves a step up or down by one position; at the end of the list nothing changes. */
export function moveStep(steps: readonly Step[], from: number, by: 1 | -1): readonly Step[] {
  const step = steps[from]
  const to = from + by
  if (!step || to < 0 || to >= steps.length) return steps
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}

/** Form values are texts: an empty list is an empty field. */
export const serializeSteps = (steps: readonly Step[]): string =>
  steps.length === 0
    ? ''
    : steps.map(({ bodyPart, bodyPartView }) => `${bodyPart}\t${bodyPartView}`).join('\n')

export const parseSteps = (text: unknown): readonly Step[] =>
  typeof text !== 'string' || text === ''
    ? []
    : text.split('\n').map((line) => {
        const [bodyPart = '', bodyPartView = ''] = line.split('\t')
        return { bodyPart, bodyPartView }
      })
