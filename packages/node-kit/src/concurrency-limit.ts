/** Limits how many calls run at once; the others wait in order. */
export function limitConcurrency(count: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The slot goes to the next waiting call, or becomes free.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
