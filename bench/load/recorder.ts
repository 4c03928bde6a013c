/** Collects the duration of every call by its name, and the errors. */
export interface CallRow {
  readonly name: string
  readonly count: number
  readonly errors: number
  readonly p50: number
  readonly p95: number
  readonly longest: number
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Messages of errors that are kept, so that a broken server does not fill the memory. */
const messagesMax = 20
const messageMax = 300

export function createRecorder() {
  const times = new Map<string, number[]>()
  const errors = new Map<string, number>()
  const messages: string[] = []

  function noteError(name: string, error: unknown): void {
    errors.set(name, (errors.get(name) ?? 0) + 1)
    const message = error instanceof Error ? error.message : String(error)
    if (messages.length < messagesMax) messages.push(`${name}: ${message}`.slice(0, messageMax))
  }

  return {
    noteError,
    /** Measures a call; an error is counted, and the result undefined. */
    measure: async <Result>(
      name: string,
      call: () => Promise<Result>,
    ): Promise<Result | undefined> => {
      const started = performance.now()
      try {
        const result = await call()
        const list = times.get(name) ?? []
        times.set(name, list)
        list.push(performance.now() - started)
        return result
      } catch (error) {
        noteError(name, error)
        return undefined
      }
    },
    readRows: (): CallRow[] =>
      [...new Set([...times.keys(), ...errors.keys()])].toSorted().map((name) => {
        const sorted = (times.get(name) ?? []).toSorted((one, other) => one - other)
        return {
          name,
          count: sorted.length,
          errors: errors.get(name) ?? 0,
          p50: percentile(sorted, 0.5),
          p95: percentile(sorted, 0.95),
          longest: sorted.at(-1) ?? 0,
        }
      }),
    messages: (): readonly string[] => messages,
  }
}

export type Recorder = ReturnType<typeof createRecorder>
