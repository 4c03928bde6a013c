import { foldText, species } from '@talus/contract'
import type { StudyModality } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { startsWith } from '../../db/listing/index.ts'
import { getDayBounds } from '../../time/day-bounds.ts'
import { createStudyFilter } from './study-filter.ts'
import type { StudyFilter, StudyProperty, StudySearch } from './study-filter.ts'

/** The names of modalities as the screens show them, in both languages, without accents. */
const modalityNames: Readonly<Record<string, StudyModality>> = {
  general: 'General',
  generale: 'General',
  dental: 'Dental',
  dentaire: 'Dental',
  unspecified: 'Unspecified',
  ct: 'CT',
  tdm: 'CT',
  mr: 'MR',
  irm: 'MR',
}
/** Shorter beginnings of a value are rather those of a name. */
const beginningMin = 3

/** Numbers are unique in a clinic; a user may search in several. */
const exactMax = 100

const isBeginningOf = (typed: string, name: string) =>
  typed === name || (typed.length >= beginningMin && name.startsWith(typed))

/** Species and modality have few values, which the screens show by name. */
function findNamedProperty(typed: string): StudyProperty | undefined {
  const at = species.findIndex((name) => isBeginningOf(typed, foldText(name)))
  if (at >= 0) return { column: 'speciesId', value: at + 1 }
  const [, value] = Object.entries(modalityNames).find(([name]) => isBeginningOf(typed, name)) ?? []
  return value === undefined ? undefined : { column: 'modality', value }
}

const isTyped = async (query: { executeTakeFirst(): Promise<unknown> }) =>
  (await query.executeTakeFirst()) !== undefined

/** Whether an animal or owner of the clinic has this word: their names come before all others. */
const isWordOfPatient = (db: ClinicDb, typed: string) =>
  isTyped(
    db
      .selectFrom('patientWord')
      .select('patientWord.patientId')
      .where(startsWith('patientWord.word', typed))
      .limit(1),
  )

/** Patients whose number is the typed text, in whatever case: "1" is not "PH-1". */
async function findExactPatients(db: ClinicDb, typed: string) {
  const patients = await db
    .selectFrom('patientWord')
    .innerJoin('patient', 'patient.id', 'patientWord.patientId')
    .select(['patient.id', 'patient.patientId'])
    .where('patientWord.field', '=', 'id')
    .where('patientWord.word', '=', typed)
    .limit(exactMax)
    .execute()
  return patients.filter(({ patientId }) => foldText(patientId) === typed).map(({ id }) => id)
}

const isUser = (db: ClinicDb, typed: string) =>
  isTyped(
    db.selectFrom('study').select('study.id').where(startsWith('study.userKey', typed)).limit(1),
  )

const dayPattern = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/u

/** The days of a date or month as the list shows it, such as 2026-02-10 or 2026-02. */
function findDays(
  typed: string,
  timeZone: string,
): Pick<StudyFilter, 'from' | 'until'> | undefined {
  const [, year, month, day] = dayPattern.exec(typed) ?? []
  if (year === undefined || month === undefined) return undefined
  const isDay = (text: string) => {
    const date = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  }
  const first = `${year}-${month}-${day ?? '01'}`
  if (!isDay(first)) return undefined
  const monthEnd = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
  return {
    from: getDayBounds(timeZone, first).start,
    until: getDayBounds(timeZone, day === undefined ? monthEnd : first).end,
  }
}

const later = (one: string | undefined, other: string) =>
  one === undefined || one < other ? other : one
const earlier = (one: string | undefined, other: string) =>
  one === undefined || one > other ? other : one

/**
 * Creates the filter of a search over the visible columns of the list: words of the patient and
 * owner, and otherwise a date, a species, a modality or a user.
 */
export async function resolveSearch(
  db: ClinicDb,
  input: StudySearch,
  timeZone: string,
): Promise<StudyFilter> {
  const words: string[] = []
  const properties: StudyProperty[] = []
  let { from, until } = createStudyFilter({ ...input, search: '' }, timeZone)
  const pieces = new Set(
    foldText(input.search ?? '')
      .split(' ')
      .filter(Boolean),
  )
  for (const typed of [...pieces].slice(0, 12)) {
    if (await isWordOfPatient(db, typed)) {
      words.push(typed)
      continue
    }
    const days = findDays(typed, timeZone)
    const property = findNamedProperty(typed)
    if (days?.from !== undefined && days.until !== undefined) {
      from = later(from, days.from)
      until = earlier(until, days.until)
    } else if (property) properties.push(property)
    else if (await isUser(db, typed)) properties.push({ column: 'userKey', prefix: typed })
    else words.push(typed)
  }
  const filter = createStudyFilter({ ...input, search: words.join(' ') }, timeZone)
  const [only] = pieces
  const exactPatients =
    only !== undefined && pieces.size === 1 ? await findExactPatients(db, only) : []
  return { ...filter, properties, from, until, exactPatients }
}
