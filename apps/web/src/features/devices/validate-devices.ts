import type { Sensor } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { generatorStore, switchGeneratorOn } from '../../api/generator.ts'
import { needWords } from '../../language.ts'
import type { Store } from '../../store.ts'
import { confirm } from '../../ui/modals/confirm.tsx'
import { checkDevices } from './check-devices.ts'
import type { DeviceCircumstances, DeviceProblem } from './check-devices.ts'
import { generatorLink } from './generator-link.ts'
import { sensorLink } from './sensor-link.ts'
import { stateOf } from './sensor-state.ts'

type Modality = Sensor['modality']

/** Longer than a bridge on the same machine ever takes, shorter than a person waits. */
const settleMs = 4000

/** Resolves as soon as it is so, or when it has taken too long. */
const until = <State>({ get, subscribe }: Store<State>, isSo: (now: State) => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!isSo(get())) return
      stop()
    }
    const unsubscribe = subscribe(look)
    const timer = setTimeout(() => stop(), settleMs)
    const stop = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    look()
  })

async function sensorNow(sensor: Sensor | undefined) {
  if (!sensor) return { isStreamOpen: false, state: undefined }
  const link = sensorLink(sensor.id)
  const release = link.hold()
  link.again()
  await until(link.store, (now) => (now.isStreamOpen ? now.status !== undefined : now.isTried))
  const now = link.store.get()
  release()
  return { isStreamOpen: now.isStreamOpen, state: stateOf(now) }
}

const isDisabled = () => generatorStore.get() === 'disabled'

async function generatorNow(): Promise<DeviceCircumstances['generator']> {
  // Somebody's sign-out elsewhere has switched it off, and this is on the way to where it is needed.
  await switchGeneratorOn()
  if (isDisabled()) return 'disabled'
  const release = generatorLink.hold()
  generatorLink.again()
  await until(generatorLink.store, (now) =>
    now.isStreamOpen ? now.values.pw === 1 && now.values.ex !== undefined : now.isTried,
  )
  const isAvailable = generatorLink.isAvailable()
  release()
  // The stream may be the first to say that there is none.
  if (isDisabled()) return 'disabled'
  return isAvailable ? 'available' : 'unavailable'
}

async function look(modality: Modality): Promise<DeviceProblem | undefined> {
  const sensors = await call(routes.sensor.ofThisMachine, {}, { isQuiet: true })
  const sensor = sensors.find((one) => one.modality === modality)
  const [now, generator] = await Promise.all([
    sensorNow(sensor),
    modality === 'General' ? generatorNow() : ('disabled' as const),
  ])
  return checkDevices(modality, { sensors, generator, ...now })
}

function wordsFor(problem: DeviceProblem): string {
  switch (problem.type) {
    case 'none-registered':
      return i18next.t('errors:device/none-registered')
    case 'other-modality':
      return i18next.t('errors:device/other-modality', {
        modality: i18next.t(`devices:modality.${problem.modality}`),
      })
    case 'sensor-unavailable': {
      const { brand, model } = problem.sensor
      return i18next.t('errors:device/sensor-unavailable', { brand, model })
    }
    case 'not-ready': {
      const { brand, model } = problem.sensor
      const state = i18next.t(`devices:stateInText.${problem.state}`)
      return i18next.t('errors:device/not-ready', { brand, model, state })
    }
    case 'generator-unavailable':
      return i18next.t('errors:device/generator-unavailable')
  }
}

/** DEV-40; says whether it is to be tried once more. */
const showProblem = (problem: DeviceProblem) =>
  confirm({
    title:
      problem.type === 'generator-unavailable'
        ? i18next.t('devices:dialog.generator')
        : i18next.t('devices:dialog.sensor'),
    text: wordsFor(problem),
    confirm: i18next.t('common:action.tryAgain'),
    cancel: i18next.t('common:action.close'),
    isLarge: true,
  })

/**
 * Makes sure that an exposure could be made now: at the start of a study, and before the first capture
 * call (DEV-41). What is missing is said in a dialog, which can look again. False means: go no further.
 */
export async function validateDevices(modality: Modality): Promise<boolean> {
  for (;;) {
    const problem = await look(modality)
    if (!problem) return true
    await needWords('devices')
    if (!(await showProblem(problem))) return false
  }
}
