import { setTimeout as sleep } from 'node:timers/promises'

/** The numbers that the server counts about itself, in the model of Prometheus. */
export interface Sample {
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix: '' | '_bucket' | '_sum' | '_count'
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

export interface Counter {
  readonly add: (labels: readonly string[], by?: number) => void
  /** Counts one series; for code that runs for every request, which need not find it each time. */
  readonly bind: (labels: readonly string[]) => () => void
}

export interface Histogram {
  readonly observe: (labels: readonly string[], value: number) => void
  readonly bind: (labels: readonly string[]) => (value: number) => void
}

/** Reads numbers that exist already, when they are asked for. */
type Collect = () => readonly Family[] | Promise<readonly Family[]>

/** Seconds; calls of the API take milliseconds, large uploads and zips minutes. */
export const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60] as const

/** Labels are values of closed lists; the limit holds even if one of them is not. */
const seriesMax = 1500
const otherLabel = 'other'

/** Prometheus gives up after ten seconds: a silent database must not cost all other numbers. */
const lateMs = 3000

async function failLate(): Promise<never> {
  await sleep(lateMs, undefined, { ref: false })
  throw new Error('the source of metrics did not answer')
}

/** Finds the state of a series by its labels; those above the limit share one. */
class SeriesMap<State> {
  readonly #names: readonly string[]
  readonly #create: () => State
  readonly #series = new Map<
    string,
    { readonly labels: readonly string[]; readonly state: State }
  >()

  constructor(names: readonly string[], create: () => State) {
    this.#names = names
    this.#create = create
  }

  find(labels: readonly string[]): State {
    const key = labels.length === 1 ? (labels[0] ?? '') : labels.join('\n')
    const known = this.#series.get(key)
    if (known) return known.state
    const others = this.#names.map(() => otherLabel)
    if (this.#series.size >= seriesMax && labels.some((label) => label !== otherLabel))
      return this.find(others)
    const state = this.#create()
    this.#series.set(key, { labels: [...labels], state })
    return state
  }

  list(): { readonly labels: Readonly<Record<string, string>>; readonly state: State }[] {
    return [...this.#series.values()].map(({ labels, state }) => ({
      labels: Object.fromEntries(this.#names.map((name, index) => [name, labels[index] ?? ''])),
      state,
    }))
  }
}

class Distribution {
  /** One for each bucket, and the last for values above all of them. */
  readonly counts: Float64Array
  sum = 0

  constructor(buckets: number) {
    this.counts = new Float64Array(buckets + 1)
  }
}

export type Registry = ReturnType<typeof createRegistry>

export function createRegistry() {
  const collectors: Collect[] = []

  function counter(name: string, help: string, ...labelNames: readonly string[]): Counter {
    const series = new SeriesMap(labelNames, () => ({ value: 0 }))
    collectors.push(() => [
      {
        name,
        help,
        type: 'counter',
        samples: series
          .list()
          .map(({ labels, state }) => ({ suffix: '', labels, value: state.value })),
      },
    ])
    return {
      add: (labels, by = 1) => void (series.find(labels).value += by),
      bind: (labels) => {
        const found = series.find(labels)
        return () => void (found.value += 1)
      },
    }
  }

  function histogram(name: string, help: string, ...labelNames: readonly string[]): Histogram {
    const buckets = secondsBuckets
    const series = new SeriesMap(labelNames, () => new Distribution(buckets.length))
    const toSamples = (labels: Sample['labels'], { counts, sum }: Distribution): Sample[] => {
      let total = 0
      const samples = [...buckets, Infinity].map((bucket, index): Sample => {
        total += counts[index] ?? 0
        const le = bucket === Infinity ? '+Inf' : String(bucket)
        return { suffix: '_bucket', labels: { ...labels, le }, value: total }
      })
      return [
        ...samples,
        { suffix: '_sum', labels, value: sum },
        { suffix: '_count', labels, value: total },
      ]
    }
    collectors.push(() => [
      {
        name,
        help,
        type: 'histogram',
        samples: series.list().flatMap(({ labels, state }) => toSamples(labels, state)),
      },
    ])
    const add = (found: Distribution, value: number) => {
      let index = 0
      while (index < buckets.length && value > (buckets[index] ?? 0)) index += 1
      found.counts[index] = (found.counts[index] ?? 0) + 1
      found.sum += value
    }
    return {
      observe: (labels, value) => add(series.find(labels), value),
      bind: (labels) => {
        const found = series.find(labels)
        return (value) => add(found, value)
      },
    }
  }

  return {
    counter,
    histogram,
    collect: (read: Collect) => void collectors.push(read),
    /** Reads everything; a source that fails, such as a database that is down, is left out. */
    read: async (): Promise<Family[]> => {
      const read = await Promise.allSettled(
        // In a function, so that a source that throws is a source that fails.
        collectors.map(async (collect) => Promise.race([collect(), failLate()])),
      )
      return mergeFamilies(
        read.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
      )
    },
  }
}

/** A family with one value for each row of labels. */
export const createFamily = (
  type: 'gauge' | 'counter',
  name: string,
  help: string,
  rows: Iterable<readonly [labels: Sample['labels'], value: number]>,
): Family => ({
  name,
  help,
  type,
  samples: Array.from(rows, ([labels, value]) => ({ suffix: '', labels, value })),
})

export const createGauge = (name: string, help: string, value: number): Family =>
  createFamily('gauge', name, help, [[{}, value]])

/** Adds up samples that several threads have counted under the same name and labels. */
function mergeFamilies(families: readonly Family[]): Family[] {
  const merged = new Map<string, { family: Family; samples: Map<string, Sample> }>()
  for (const family of families) {
    const known = merged.get(family.name) ?? { family, samples: new Map<string, Sample>() }
    merged.set(family.name, known)
    for (const sample of family.samples) {
      const key = JSON.stringify([sample.suffix, sample.labels])
      const value = sample.value + (known.samples.get(key)?.value ?? 0)
      known.samples.set(key, { ...sample, value })
    }
  }
  return Array.from(merged.values(), ({ family, samples }) => ({
    ...family,
    samples: [...samples.values()],
  }))
}
