import type * as Code from './stack-viewer-code.ts'

type StackCode = typeof Code

let loaded: StackCode | undefined

/** The code of the stack viewer, if it has been loaded. */
export const getStackCode = (): StackCode | undefined => loaded

/** Loads the code of the stack viewer; the browser keeps it after the first call. */
export async function loadStackCode(): Promise<StackCode> {
  loaded = await import('./stack-viewer-code.ts')
  return loaded
}
