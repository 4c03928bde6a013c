import type { Sensor, Study, StudyId } from '@talus/contract'

export type Modality = Sensor['modality']
export type StartLabel = 'StartStudy' | 'AddImages' | 'AddImagestoTodaysStudy'

/** In the order of the specification, whatever the order of the sensors. */
export const modalitiesOf = (sensors: readonly Pick<Sensor, 'modality'>[]): readonly Modality[] =>
  (['General', 'Dental'] as const).filter((one) => sensors.some(({ modality }) => modality === one))

type Known = Pick<Study, 'id' | 'createdOn' | 'isDeleted' | 'modality'>

interface Day {
  /** YYYY-MM-DD where the clinic is. */
  readonly today: string
  readonly dayOf: (instant: string) => string
}

/** Deleted studies stay as they are; stacks of CT and MR take no radiographs. */
const takesImages = (study: Known, { today, dayOf }: Day) =>
  !study.isDeleted &&
  dayOf(study.createdOn) === today &&
  study.modality !== 'CT' &&
  study.modality !== 'MR'

export interface Start {
  readonly label: StartLabel
  /** The study that the images go to; without one, a new study begins. */
  readonly study: Known | undefined
}

/** What the button does: the selected study if it is today's, else today's, else a new one. */
export function startOf(
  studies: readonly Known[],
  selectedId: StudyId | undefined,
  day: Day,
): Start {
  const open = studies
    .filter((study) => takesImages(study, day))
    .toSorted((a, b) => b.createdOn.localeCompare(a.createdOn) || b.id - a.id)
  const selected = open.find(({ id }) => id === selectedId)
  if (selected) return { label: 'AddImages', study: selected }
  const [newest] = open
  if (newest) return { label: 'AddImagestoTodaysStudy', study: newest }
  return { label: 'StartStudy', study: undefined }
}

/** Why the button does nothing now; undefined when it works. */
export type Obstacle =
  | 'noPatient'
  | 'noAnimal'
  | 'noSubject'
  | 'checking'
  | 'noLocalApp'
  | 'noSensor'
  | undefined

interface Circumstances {
  readonly isVeterinary: boolean
  readonly hasOwner: boolean
  readonly hasPatient: boolean
  readonly sensors: 'loading' | 'silent' | 'none' | 'there'
  /** The patient and the studies there are. */
  readonly isKnown: boolean
}

export function obstacleTo(now: Circumstances): Obstacle {
  if (!now.hasPatient) {
    if (!now.isVeterinary) return 'noPatient'
    return now.hasOwner ? 'noAnimal' : 'noSubject'
  }
  if (now.sensors === 'silent') return 'noLocalApp'
  if (now.sensors === 'none') return 'noSensor'
  if (now.sensors === 'loading' || !now.isKnown) return 'checking'
  return undefined
}
