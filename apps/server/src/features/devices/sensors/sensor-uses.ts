import { getReach, isInReach, refuse } from '@talus/contract'
import type {
  Actor,
  BridgeSensorStatus,
  ClinicId,
  Instant,
  PageId,
  SensorStatusOfUser,
  SensorUse,
  StudyId,
  UserId,
} from '@talus/contract'
import { formatMinute } from '../../../time/format-minute.ts'

/** The capture that a sensor and its generator are leased to. */
export interface CaptureUse {
  readonly userId: UserId
  /** The name that colleagues see. */
  readonly name: string
  readonly clinicId: ClinicId
  readonly timeZone: string
  readonly studyId: StudyId
  readonly patientName: string
  /** The hash of the token: two sessions of a user are two holders. */
  readonly session: string
  readonly page: PageId | null
  readonly since: Instant
}

export interface CurrentUse extends CaptureUse {
  /** A call waits for radiation or for its image; false between two images. */
  readonly isActive: boolean
  /** Undefined while the lease is being acquired. */
  readonly leaseId: string | undefined
}

/** The sender of an order to the generator. */
export interface OrderSender {
  readonly actor: Actor
  readonly session: string
  readonly page: PageId | undefined
  readonly studyId: StudyId | undefined
}

type ReadUse = () => CurrentUse | undefined

/** The current uses of the sensors, by the key of the sensor; the capture feature knows them. */
export function createSensorUses() {
  const readers = new Map<string, ReadUse>()
  /** The sender of the last order to each generator, by the key of its sensor. */
  const lastSenders = new Map<string, OrderSender>()
  return {
    /** Called before an order is sent to the generator. */
    noteOrder: (sensorKey: string, sender: OrderSender) => {
      lastSenders.set(sensorKey, sender)
    },
    /**
     * Whether another page has set the generator since this one did: the values on it are for
     * another animal, even if the page shows them.
     */
    isSetForOther: (sensorKey: string, { session, page, studyId }: CaptureUse): boolean => {
      const last = lastSenders.get(sensorKey)
      return (
        page !== null &&
        last?.page !== undefined &&
        (last.page !== page || last.studyId !== studyId || last.session !== session)
      )
    },
    register: (sensorKey: string, read: ReadUse) => void readers.set(sensorKey, read),
    /** Whether a sensor is armed or reserved for one of these studies. */
    isStudyInUse: (studyIds: ReadonlySet<StudyId>): boolean =>
      [...readers.values()].some((read) => {
        const use = read()
        return use !== undefined && studyIds.has(use.studyId)
      }),
    /** Whether a call waits for radiation or for its image. */
    isExposing: (): boolean => [...readers.values()].some((read) => read()?.isActive),
    find: (sensorKey: string): CurrentUse | undefined => readers.get(sensorKey)?.(),
  }
}

export type SensorUses = ReturnType<typeof createSensorUses>

/**
 * Whether an order belongs to the use: it comes from its page and study. Between two images the
 * same user may continue in another window.
 */
export function isOwnUse(use: CurrentUse, sender: OrderSender): boolean {
  if (!use.isActive && use.userId === sender.actor.id) return true
  return (
    use.session === sender.session &&
    use.studyId === sender.studyId &&
    use.page === (sender.page ?? null)
  )
}

export const isUseVisible = ({ clinicId }: CaptureUse, actor: Actor): boolean =>
  isInReach(getReach(actor), clinicId)

/** Refuses with the user, the animal and the time; users of other clinics get no names. */
export function refuseInUse(use: CaptureUse, actor: Actor): never {
  if (!isUseVisible(use, actor)) refuse('device/in-use-elsewhere')
  const time = formatMinute(use.timeZone, use.since).slice(-5)
  return refuse('device/in-use', { values: { holder: use.name, animal: use.patientName, time } })
}

function toSensorUse(use: CaptureUse, actor: Actor): SensorUse {
  if (!isUseVisible(use, actor)) return { scope: 'elsewhere' }
  const { studyId, page, name: userName, patientName, since } = use
  return { scope: 'clinic', studyId, page, userName, patientName, since }
}

/** Hides everything that the device reports about the exposure of another clinic. */
const hidden = {
  state: 'NotAvailable',
  health: 'Ok',
  battery: null,
  temp: null,
  latency: null,
  captureId: null,
  framesWaiting: 0,
  fault: null,
} as const

/** The status of a sensor as a user may see it. */
export function toStatusOfUser(
  { lease, ...status }: BridgeSensorStatus,
  use: CaptureUse | undefined,
  actor: Actor,
): SensorStatusOfUser {
  if (use && isUseVisible(use, actor)) return { ...status, use: toSensorUse(use, actor) }
  // A lease that this server does not know belongs to a server before it or beside it, and nobody
  // can tell to which clinic.
  return use || lease
    ? { ...status, ...hidden, use: { scope: 'elsewhere' } }
    : { ...status, use: null }
}
