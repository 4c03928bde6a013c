import type { StudyModality } from '@talus/contract'
import type { Attributes, DataSet } from '@talus/dicom'
import { getDayBounds } from '../../../time/day-bounds.ts'
import { formatDay } from '../../../time/format-day.ts'
import { matchesTime, searchArchive } from '../../archive/index.ts'
import type { CallerSession } from '../callers/admission.ts'
import { createResponse, readKeys } from './query-identifier.ts'
import * as worklists from './worklist.queries.ts'

/** (0040,0100) Scheduled Procedure Step Sequence. */
const stepSequence = 0x0040_0100

/** DICOM modalities that fit a study modality; the first one is returned by default. */
const modalitiesFor: Readonly<Record<StudyModality, readonly string[]>> = {
  General: ['DX', 'CR', 'RG', 'DR', 'RF', 'XA', 'MG'],
  Dental: ['IO', 'PX', 'DX'],
  CT: ['CT'],
  MR: ['MR'],
  // Not specified yet: any modality fits.
  Unspecified: [],
}

/**
 * Modality Worklist C-FIND: today's studies in the clinic's time zone that have no images yet, as
 * scheduled procedure steps for any of its devices. A query for another day finds nothing.
 */
export async function* searchWorklist(
  { db, timeZone }: CallerSession,
  asked: DataSet,
  { station, now }: { readonly station: string; readonly now: Date },
): AsyncGenerator<Attributes> {
  const today = formatDay(timeZone, now)
  const day = today.replaceAll('-', '')
  const askedStep = asked.item(stepSequence)
  const stepKeys = askedStep ? readKeys(askedStep) : new Map<string, string>()
  if (!matchesDay(stepKeys.get('ScheduledProcedureStepStartDate') ?? '', day)) return
  const planned = await worklists.listPlanned(db, getDayBounds(timeZone, today))
  if (planned.size === 0) return
  const keys = new Map([...readKeys(asked), ['StudyDate', day]])
  for await (const study of searchArchive(db, { level: 'STUDY', keys })) {
    const uid = getText(study, 'StudyInstanceUID')
    const planFor = planned.get(uid)
    if (planFor === undefined) continue
    const modality = chooseModality(planFor, stepKeys.get('Modality') ?? '')
    const isMatched =
      modality !== undefined &&
      matchesTime(
        stepKeys.get('ScheduledProcedureStepStartTime') ?? '',
        getText(study, 'StudyTime'),
      ) &&
      matchesText(keys.get('RequestedProcedureID') ?? '', getText(study, 'StudyID'))
    if (!isMatched) continue
    const step = toScheduledStep(study, modality, chooseStation(stepKeys, station))
    yield createResponse(asked, toRequestedProcedure(study), {
      StudyInstanceUID: uid,
      ScheduledProcedureStepSequence: [askedStep ? createResponse(askedStep, step, {}) : step],
    })
  }
}

function getText(attributes: Attributes, keyword: string): string {
  const value = attributes[keyword]
  return typeof value === 'string' ? value : ''
}

const toRequestedProcedure = (study: Attributes): Attributes => ({
  ...study,
  ResponsiblePersonRole: study['ResponsiblePerson'] ? 'OWNER' : '',
  RequestedProcedureID: study['StudyID'],
  RequestedProcedureDescription: study['StudyDescription'],
  RequestingPhysician: study['ReferringPhysicianName'],
})

const toScheduledStep = (study: Attributes, modality: string, station: string): Attributes => ({
  Modality: modality,
  ScheduledStationAETitle: station,
  ScheduledProcedureStepStartDate: study['StudyDate'],
  ScheduledProcedureStepStartTime: study['StudyTime'],
  ScheduledProcedureStepDescription: study['StudyDescription'],
  ScheduledProcedureStepID: study['StudyID'],
})

/** Any device may perform the step: the requested station, else the calling one. */
function chooseStation(stepKeys: ReadonlyMap<string, string>, station: string): string {
  const wanted = stepKeys.get('ScheduledStationAETitle') ?? ''
  return wanted === '' || /[*?\\]/u.test(wanted) ? station : wanted
}

/** The modality to return; undefined if the study does not match the requested one. */
function chooseModality(modality: StudyModality, wanted: string): string | undefined {
  const known = modalitiesFor[modality]
  const asked = wanted.split('\\').map((one) => one.trim())
  if (asked.includes('') || asked.includes('*')) return known[0] ?? 'DX'
  return known.length === 0 ? asked[0] : known.find((one) => asked.includes(one))
}

/** Matches a day (YYYYMMDD) against a key that is a day or a range of days. */
function matchesDay(key: string, day: string): boolean {
  const wanted = key.replaceAll(/[\s.]/gu, '')
  if (wanted === '' || wanted === '*') return true
  const [from = '', to] = wanted.split('-')
  return to === undefined ? from === day : from <= day && (to === '' || day <= to)
}

/** Matches text against a key in which only `*` is a wildcard. */
function matchesText(key: string, text: string): boolean {
  const wanted = key.trim()
  if (wanted === '') return true
  // A linear scan, because a regular expression with many wildcards takes exponential time.
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
