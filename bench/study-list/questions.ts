import { studySorts } from '@talus/contract'

/** What people ask of the list, each many times over with other words, days and pages. */
export interface Question {
  readonly name: string
  readonly ask: (next: () => number) => Readonly<Record<string, string | number>>
  /** Asked of the peer too, which takes seconds for each. */
  readonly isCompared?: boolean
}

const pick = (next: () => number, list: string) => {
  const words = list.split(' ')
  return words[Math.floor(next() * words.length)] ?? ''
}
const common = (next: () => number) => pick(next, 'bella max luna charlie lucy cooper daisy rocky')
const rare = (next: () => number) => pick(next, 'quixa thalé wijo chéné zuwi xarila piplé mothaka')
const owner = (next: () => number) => pick(next, 'tremblay gagnon roy cote bouchard smith müller')
const beginning = (next: () => number) => pick(next, 'be ma lu ch da ro tr ga no co')

const dayMs = 86_400_000
const days = (next: () => number, count: number) => {
  const first = Date.UTC(2016, 10, 14) + Math.floor(next() * (3650 - count)) * dayMs
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { dateFrom: day(first), dateTo: day(first + (count - 1) * dayMs) }
}
const sort = (next: () => number) => ({
  sort: pick(next, studySorts.join(' ')),
  desc: pick(next, '0 1'),
})
const code = (next: () => number) => String(Math.floor(next() * 1_000_000)).padStart(6, '0')

export const questions: readonly Question[] = [
  { name: 'first page', isCompared: true, ask: () => ({}) },
  { name: 'pages 2 to 20', ask: (next) => ({ page: 1 + Math.floor(next() * 19) }) },
  ...studySorts.flatMap((column) =>
    (['0', '1'] as const).map((desc) => ({
      name: `by ${column}, ${desc === '1' ? 'last' : 'first'} first`,
      ask: (next: () => number) => ({ sort: column, desc, page: Math.floor(next() * 20) }),
    })),
  ),
  { name: 'name, rare', ask: (next) => ({ patientName: rare(next) }) },
  {
    name: 'name, common',
    isCompared: true,
    ask: (next) => ({ patientName: common(next), ...sort(next) }),
  },
  { name: 'name, two letters', ask: (next) => ({ patientName: beginning(next), ...sort(next) }) },
  { name: 'patient ID', ask: (next) => ({ patientId: `TAL-${code(next)}` }) },
  {
    name: 'patient ID, beginning',
    ask: (next) => ({ patientId: `tal-${code(next).slice(0, 3)}` }),
  },
  { name: 'one day', ask: (next) => ({ ...days(next, 1), ...sort(next) }) },
  { name: 'one week', isCompared: true, ask: (next) => ({ ...days(next, 7), ...sort(next) }) },
  { name: 'one year', ask: (next) => ({ ...days(next, 365), ...sort(next) }) },
  { name: 'search, one word', ask: (next) => ({ search: common(next) }) },
  {
    name: 'search, two words',
    isCompared: true,
    ask: (next) => ({ search: `${common(next)} ${owner(next)}` }),
  },
  {
    name: 'search, beginnings',
    ask: (next) => ({ search: `${beginning(next)} ${beginning(next)}` }),
  },
  { name: 'name in a week', ask: (next) => ({ patientName: common(next), ...days(next, 7) }) },
  { name: 'name in a year', ask: (next) => ({ patientName: common(next), ...days(next, 365) }) },
  {
    name: 'all together',
    isCompared: true,
    ask: (next) => ({
      patientName: owner(next),
      search: common(next),
      ...days(next, 365),
      ...sort(next),
    }),
  },
]
