import { studySorts } from '@talus/contract'

/** Queries that users run on the list; each is repeated with other words, days and pages. */
export interface ListQuery {
  readonly name: string
  readonly createParams: (next: () => number) => Readonly<Record<string, string | number>>
  /** Whether the baseline runs the query, too, which takes seconds each time. */
  readonly isCompared?: boolean
}

const pick = (next: () => number, list: string) => {
  const words = list.split(' ')
  return words[Math.floor(next() * words.length)] ?? ''
}
const pickCommon = (next: () => number) =>
  pick(next, 'bella max luna charlie lucy cooper daisy rocky')
const pickRare = (next: () => number) =>
  pick(next, 'quixa thalé wijo chéné zuwi xarila piplé mothaka')
const pickOwner = (next: () => number) =>
  pick(next, 'tremblay gagnon roy cote bouchard smith müller')
const pickPrefix = (next: () => number) => pick(next, 'be ma lu ch da ro tr ga no co')

const dayMs = 86_400_000
const pickDays = (next: () => number, count: number) => {
  const first = Date.UTC(2016, 10, 14) + Math.floor(next() * (3650 - count)) * dayMs
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { dateFrom: day(first), dateTo: day(first + (count - 1) * dayMs) }
}
const pickSort = (next: () => number) => ({
  sort: pick(next, studySorts.join(' ')),
  desc: pick(next, '0 1'),
})
const pickCode = (next: () => number) => String(Math.floor(next() * 1_000_000)).padStart(6, '0')

export const listQueries: readonly ListQuery[] = [
  { name: 'first page', isCompared: true, createParams: () => ({}) },
  { name: 'pages 2 to 20', createParams: (next) => ({ page: 1 + Math.floor(next() * 19) }) },
  ...studySorts.flatMap((column) =>
    (['0', '1'] as const).map((desc) => ({
      name: `by ${column}, ${desc === '1' ? 'last' : 'first'} first`,
      createParams: (next: () => number) => ({ sort: column, desc, page: Math.floor(next() * 20) }),
    })),
  ),
  { name: 'name, rare', createParams: (next) => ({ patientName: pickRare(next) }) },
  {
    name: 'name, common',
    isCompared: true,
    createParams: (next) => ({ patientName: pickCommon(next), ...pickSort(next) }),
  },
  {
    name: 'name, two letters',
    createParams: (next) => ({ patientName: pickPrefix(next), ...pickSort(next) }),
  },
  {
    name: 'inside of a word, common',
    isCompared: true,
    createParams: (next) => ({
      search: pick(next, 'ell har emblay agno oper ais'),
      ...pickSort(next),
    }),
  },
  {
    name: 'inside of a word, rare',
    createParams: (next) => ({ search: pick(next, 'uixa halé ijo héné arila iplé othaka') }),
  },
  { name: 'patient ID', createParams: (next) => ({ patientId: `TAL-${pickCode(next)}` }) },
  {
    name: 'patient ID, prefix',
    createParams: (next) => ({ patientId: `tal-${pickCode(next).slice(0, 3)}` }),
  },
  { name: 'one day', createParams: (next) => ({ ...pickDays(next, 1), ...pickSort(next) }) },
  {
    name: 'one week',
    isCompared: true,
    createParams: (next) => ({ ...pickDays(next, 7), ...pickSort(next) }),
  },
  { name: 'one year', createParams: (next) => ({ ...pickDays(next, 365), ...pickSort(next) }) },
  { name: 'search, one word', createParams: (next) => ({ search: pickCommon(next) }) },
  {
    name: 'search, two words',
    isCompared: true,
    createParams: (next) => ({ search: `${pickCommon(next)} ${pickOwner(next)}` }),
  },
  {
    name: 'search, prefixes',
    createParams: (next) => ({ search: `${pickPrefix(next)} ${pickPrefix(next)}` }),
  },
  {
    name: 'name in a week',
    createParams: (next) => ({ patientName: pickCommon(next), ...pickDays(next, 7) }),
  },
  {
    name: 'name in a year',
    createParams: (next) => ({ patientName: pickCommon(next), ...pickDays(next, 365) }),
  },
  {
    name: 'all together',
    isCompared: true,
    createParams: (next) => ({
      patientName: pickOwner(next),
      search: pickCommon(next),
      ...pickDays(next, 365),
      ...pickSort(next),
    }),
  },
]
