import { formatMake, formatPatientName } from '@talus/contract'
import type { Sensor, SensorUse, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { generatorStore, switchGeneratorOn } from '../../api/generator.ts'
import { requireNamespace } from '../../language.ts'
import { waitUntil } from '../../store.ts'
import { formatClockTime } from '../../ui/format/dates.ts'
import { confirm } from '../../ui/modals/confirm.tsx'
import { checkDevices } from './check-devices.ts'
import type { DeviceSnapshot, DeviceProblem } from './check-devices.ts'
import { generatorConnection } from './generator/generator-connection.ts'
import { getSensorConnection } from './sensor/sensor-connection.ts'
import { getSensorState } from './sensor/sensor-state.ts'
import { findOtherUse } from './sensor/sensor-use.ts'

type Modality = Sensor['modality']

/**
 * Longer than a bridge on the same computer ever takes, and still acceptable for a waiting user.
 */
const settleMs = 4000

async function readSensor(sensor: Sensor | undefined, studyId: StudyId | undefined) {
  if (!sensor) return { isStreamOpen: false, state: undefined, otherUse: undefined }
  const connection = getSensorConnection(sensor.id)
  const release = connection.acquire()
  connection.reconnect()
  await waitUntil(
    connection.store,
    (now) => (now.isStreamOpen ? now.status !== undefined : now.wasAttempted),
    { timeoutMs: settleMs },
  )
  const now = connection.store.get()
  release()
  const otherUse = findOtherUse(now.status, studyId)
  return { isStreamOpen: now.isStreamOpen, state: getSensorState(now), otherUse }
}

const isDisabled = () => generatorStore.get() === 'disabled'

async function readGenerator(): Promise<DeviceSnapshot['generator']> {
  // A sign-out on another computer or tab may have switched it off; it is needed from now on.
  await switchGeneratorOn()
  if (isDisabled()) return 'disabled'
  const release = generatorConnection.acquire()
  generatorConnection.reconnect()
  await waitUntil(
    generatorConnection.store,
    (now) =>
      now.isStreamOpen
        ? now.isAnswering && now.values.pw === 1 && now.values.ex !== undefined
        : now.wasAttempted,
    { timeoutMs: settleMs },
  )
  const isAvailable = generatorConnection.isAvailable()
  release()
  // The stream may be the first request to report that there is no generator.
  if (isDisabled()) return 'disabled'
  return isAvailable ? 'available' : 'unavailable'
}

async function findProblem(
  modality: Modality,
  studyId: StudyId | undefined,
): Promise<DeviceProblem | undefined> {
  const sensors = await call(routes.sensor.ofThisMachine, {}, { isQuiet: true })
  const sensor = sensors.find((one) => one.modality === modality)
  const [now, generator] = await Promise.all([
    readSensor(sensor, studyId),
    modality === 'General' ? readGenerator() : ('disabled' as const),
  ])
  return checkDevices(modality, { sensors, generator, ...now })
}

function formatInUse(use: SensorUse): string {
  if (use.scope === 'elsewhere') return i18next.t('errors:device/in-use-elsewhere')
  const { userName: holder, patientName, since } = use
  const animal = formatPatientName(i18next.t, patientName)
  const time = formatClockTime(new Date(since))
  return i18next.t('errors:device/in-use', { holder, animal, time })
}

function formatProblem(problem: DeviceProblem): string {
  switch (problem.type) {
    case 'none-registered':
      return i18next.t('errors:device/none-registered')
    case 'other-modality':
      return i18next.t('errors:device/other-modality', {
        modality: i18next.t(`devices:modality.${problem.modality}`),
      })
    case 'sensor-unavailable': {
      const device = formatMake(problem.sensor)
      return device === ''
        ? i18next.t('errors:device/folder-unavailable')
        : i18next.t('errors:device/sensor-unavailable', { device })
    }
    case 'in-use':
      return formatInUse(problem.use)
    case 'not-ready': {
      const device = formatMake(problem.sensor)
      const state = i18next.t(`devices:stateInText.${problem.state}`)
      return device === ''
        ? i18next.t('errors:device/folder-not-ready', { state })
        : i18next.t('errors:device/not-ready', { device, state })
    }
    case 'generator-unavailable':
      return i18next.t('errors:device/generator-unavailable')
  }
}

/** Shows the problem in a dialog; resolves to true if the user wants to try again. */
const showProblem = (problem: DeviceProblem) =>
  confirm({
    title:
      problem.type === 'generator-unavailable'
        ? i18next.t('devices:dialog.generator')
        : i18next.t('devices:dialog.sensor'),
    text: formatProblem(problem),
    confirm: i18next.t('common:action.tryAgain'),
    cancel: i18next.t('common:action.close'),
    isLarge: true,
  })

/**
 * Makes sure that an exposure can be made now: called at the start of a study and before the first
 * capture. A dialog shows the problem and offers to check again. False means that the user gave up.
 */
export async function validateDevices(modality: Modality, studyId?: StudyId): Promise<boolean> {
  for (;;) {
    const problem = await findProblem(modality, studyId)
    if (!problem) return true
    await requireNamespace('devices')
    if (!(await showProblem(problem))) return false
  }
}
