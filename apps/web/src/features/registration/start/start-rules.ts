import type { Sensor, Study, StudyId } from '@talus/contract'

export type Modality = Sensor['modality']
export type StartLabel = 'StartStudy' | 'AddImages' | 'AddImagestoTodaysStudy'

/** Lists the modalities in the order of the specification, whatever the order of the sensors. */
export const listModalities = (sensors: readonly Pick<Sensor, 'modality'>[]): readonly Modality[] =>
  (['General', 'Dental'] as const).filter((one) => sensors.some(({ modality }) => modality === one))

type StudySummary = Pick<Study, 'id' | 'createdOn' | 'isDeleted' | 'modality'>

interface Day {
  /** Date of today in the time zone of the clinic, YYYY-MM-DD. */
  readonly today: string
  readonly dayOf: (instant: string) => string
}

/** Deleted studies stay unchanged; CT and MR studies accept no radiographs. */
const acceptsImages = (study: StudySummary, { today, dayOf }: Day) =>
  !study.isDeleted &&
  dayOf(study.createdOn) === today &&
  study.modality !== 'CT' &&
  study.modality !== 'MR'

export interface StartPlan {
  readonly label: StartLabel
  /** The study that the images are added to; undefined for a new study. */
  readonly study: StudySummary | undefined
}

/** Chooses the selected study if it is of today, else the newest of today, else a new study. */
export function planStart(
  studies: readonly StudySummary[],
  selectedId: StudyId | undefined,
  day: Day,
): StartPlan {
  const open = studies
    .filter((study) => acceptsImages(study, day))
    .toSorted((a, b) => b.createdOn.localeCompare(a.createdOn) || b.id - a.id)
  const selected = open.find(({ id }) => id === selectedId)
  if (selected) return { label: 'AddImages', study: selected }
  const [newest] = open
  if (newest) return { label: 'AddImagestoTodaysStudy', study: newest }
  return { label: 'StartStudy', study: undefined }
}

/** Why the start button is disabled; undefined if it is enabled. */
export type StartObstacle =
  | 'noPatient'
  | 'noAnimal'
  | 'noSubject'
  | 'checking'
  | 'noLocalApp'
  | 'noSensor'
  | 'noBridge'
  | undefined

interface StartConditions {
  readonly isVeterinary: boolean
  readonly hasOwner: boolean
  readonly hasPatient: boolean
  readonly sensors: 'loading' | 'unreachable' | 'none' | 'disconnected' | 'available'
  /** True once the patient and their studies are loaded. */
  readonly isLoaded: boolean
}

export function getStartObstacle(now: StartConditions): StartObstacle {
  if (!now.hasPatient) {
    if (!now.isVeterinary) return 'noPatient'
    return now.hasOwner ? 'noAnimal' : 'noSubject'
  }
  if (now.sensors === 'unreachable') return 'noLocalApp'
  if (now.sensors === 'none') return 'noSensor'
  if (now.sensors === 'disconnected') return 'noBridge'
  if (now.sensors === 'loading' || !now.isLoaded) return 'checking'
  return undefined
}
