import type { StudyModality } from '@talus/contract'
import type { Attributes, DataSet } from '@talus/dicom'
import { dayBounds } from '../../time/day-bounds.ts'
import { dayIn } from '../../time/day-in.ts'
import { search } from '../archive/index.ts'
import type { Session } from './admission.ts'
import { answered, isTimeIn, keysOf } from './query-identifier.ts'
import * as worklists from './worklist.queries.ts'

/** (0040,0100) Scheduled Procedure Step Sequence. */
const stepSequence = 0x0040_0100

/** What a device may call its pictures for a study of ours; the first is what we call them. */
const modalitiesFor: Readonly<Record<StudyModality, readonly string[]>> = {
  General: ['DX', 'CR', 'RG', 'DR', 'RF', 'XA', 'MG'],
  Dental: ['IO', 'PX', 'DX'],
  CT: ['CT'],
  MR: ['MR'],
  // Nobody has said yet: whatever the device makes.
  Unspecified: [],
}

/**
 * Modality Worklist C-FIND: the studies of this day, by the clock of the clinic, as steps that any of
 * its devices may do. A device that asks for another day is told of nothing.
 */
export async function* worklist(
  { db, timeZone }: Session,
  asked: DataSet,
  { station, now }: { readonly station: string; readonly now: Date },
): AsyncGenerator<Attributes> {
  const today = dayIn(timeZone, now)
  const day = today.replaceAll('-', '')
  const askedStep = asked.item(stepSequence)
  const stepKeys = askedStep ? keysOf(askedStep) : new Map<string, string>()
  if (!isDayIn(stepKeys.get('ScheduledProcedureStepStartDate') ?? '', day)) return
  const modalityOf = await worklists.modalitiesOfDay(db, dayBounds(timeZone, today))
  const keys = new Map([...keysOf(asked), ['StudyDate', day]])
  for await (const study of search(db, { level: 'STUDY', keys })) {
    const uid = textIn(study, 'StudyInstanceUID')
    const modality = modalityFor(
      modalityOf.get(uid) ?? 'Unspecified',
      stepKeys.get('Modality') ?? '',
    )
    const isMatched =
      modality !== undefined &&
      isTimeIn(stepKeys.get('ScheduledProcedureStepStartTime') ?? '', textIn(study, 'StudyTime')) &&
      isText(keys.get('RequestedProcedureID') ?? '', textIn(study, 'StudyID'))
    if (!isMatched) continue
    const step = stepOf(study, modality, stationFor(stepKeys, station))
    yield answered(asked, procedureOf(study), {
      StudyInstanceUID: uid,
      ScheduledProcedureStepSequence: [askedStep ? answered(askedStep, step, {}) : step],
    })
  }
}

function textIn(attributes: Attributes, keyword: string): string {
  const value = attributes[keyword]
  return typeof value === 'string' ? value : ''
}

const procedureOf = (study: Attributes): Attributes => ({
  ...study,
  ResponsiblePersonRole: study['ResponsiblePerson'] ? 'OWNER' : '',
  RequestedProcedureID: study['StudyID'],
  RequestedProcedureDescription: study['StudyDescription'],
  RequestingPhysician: study['ReferringPhysicianName'],
})

const stepOf = (study: Attributes, modality: string, station: string): Attributes => ({
  Modality: modality,
  ScheduledStationAETitle: station,
  ScheduledProcedureStepStartDate: study['StudyDate'],
  ScheduledProcedureStepStartTime: study['StudyTime'],
  ScheduledProcedureStepDescription: study['StudyDescription'],
  ScheduledProcedureStepID: study['StudyID'],
})

/** Every device may do it: the one that asks, or the one that is asked for. */
function stationFor(stepKeys: ReadonlyMap<string, string>, station: string): string {
  const wanted = stepKeys.get('ScheduledStationAETitle') ?? ''
  return wanted === '' || /[*?\\]/u.test(wanted) ? station : wanted
}

/** What the device is told; undefined where the study is not for it. */
function modalityFor(modality: StudyModality, wanted: string): string | undefined {
  const known = modalitiesFor[modality]
  const asked = wanted.split('\\').map((one) => one.trim())
  if (asked.includes('') || asked.includes('*')) return known[0] ?? 'DX'
  return known.length === 0 ? asked[0] : known.find((one) => asked.includes(one))
}

/** Days of eight digits, or a range of them. */
function isDayIn(key: string, day: string): boolean {
  const wanted = key.replaceAll(/[\s.]/gu, '')
  if (wanted === '' || wanted === '*') return true
  const [from = '', to] = wanted.split('-')
  return to === undefined ? from === day : from <= day && (to === '' || day <= to)
}

/** With wildcards, and nothing else that has a meaning to a pattern. */
function isText(key: string, text: string): boolean {
  const wanted = key.trim()
  if (wanted === '') return true
  // As a walk, because a pattern of many stars takes for ever.
  const parts = wanted.split('*')
  let at = 0
  for (const [index, part] of parts.entries()) {
    const isFirst = index === 0
    const isLast = index === parts.length - 1
    const found = isLast && !isFirst ? text.length - part.length : text.indexOf(part, at)
    if (found < at || (isFirst && found !== 0) || !text.startsWith(part, found)) return false
    at = found + part.length
  }
  return parts.length > 1 || at === text.length
}
