import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** `npm test -- --all` checks the simulated images of every size of an animal. */
    readonly checksAllSizes: boolean
  }
}

export const checksAllSizes = inject('checksAllSizes')

/**
 * The sizes to check for an image, given its number among the images of the test: in an ordinary run
 * one of them, in turn, so that all sizes occur with every kind of body part.
 */
export const sampleSizes = <Size>(sizes: readonly Size[], number: number): readonly Size[] =>
  checksAllSizes ? sizes : sizes.slice(number % sizes.length, (number % sizes.length) + 1)
