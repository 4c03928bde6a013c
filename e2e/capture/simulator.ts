import { randomUUID } from 'node:crypto'
import type {
  BridgeSensorName,
  BridgeSensorStatus,
  GeneratorFaultOfSimulator,
  GeneratorOrder,
  SensorFaultOfSimulator,
  SimulatorOrder,
} from '@talus/contract'
import { SimulatorPicture } from '@talus/contract'
import { bridgeClient } from '../../apps/bridge/src/testing/bridge-client.ts'
import { bridgeProcess } from '../../apps/bridge/src/testing/bridge-process.ts'

type BridgeRun = Awaited<ReturnType<typeof bridgeProcess>>
type Settings = Readonly<Record<string, string>>

/**
 * As fast as a person can still see: the panel is ready 0.14 s after it was asked, and its picture is
 * there 0.3 s after the radiation. A phantom would take 1.4 s of a processor for each picture, and all
 * the pixels of a panel four times as long on their way to the screen.
 */
const usual: Settings = {
  BRIDGE_SLOWNESS: '0.1',
  BRIDGE_PICTURES: 'test-object',
  BRIDGE_BINNING: '2',
}

/** The bridge beside the server of the worker, and the hand on everything that is simulated there. */
export class Simulator {
  readonly #data: string
  readonly #port: number
  #run: BridgeRun | undefined

  constructor(data: string, port: number) {
    this.#data = data
    this.#port = port
  }

  /** With other settings than usual, such as BRIDGE_PICTURES=phantom or BRIDGE_SLOWNESS=1. */
  async start(settings: Settings = {}) {
    if (this.#run) return
    const port = { BRIDGE_PORT: String(this.#port) }
    this.#run = await bridgeProcess(this.#data, { ...usual, ...port, ...settings })
    await this.untilState('Ready', 'general')
    await this.untilState('Ready', 'dental')
  }

  /** As when the power of its machine fails. What the panel holds and the spool stays. */
  async kill(signal: NodeJS.Signals = 'SIGKILL') {
    const run = this.#run
    this.#run = undefined
    await run?.end(signal)
  }

  async restart(settings: Settings = {}) {
    await this.kill()
    await this.start(settings)
  }

  /** What the bridge has logged since it was started. */
  log(): string {
    return this.#run?.log() ?? ''
  }

  get #client() {
    if (!this.#run) throw new Error('the bridge was killed')
    return bridgeClient(this.#run.port, this.#run.token)
  }

  async #order(order: SimulatorOrder): Promise<string> {
    const { status, body } = await this.#client.order(order)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return (body as { readonly outcome: string }).outcome
  }

  /** Presses the switch, whatever state the sensor is in; what came of it. */
  press(sensor: BridgeSensorName = 'general'): Promise<string> {
    return this.#order({ order: 'expose', sensor })
  }

  /** Waits until the sensor is armed, then exposes. The generator has to be on for the general one. */
  async expose(sensor: BridgeSensorName = 'general') {
    await this.untilState('WaitingForRadiation', sensor)
    const outcome = await this.press(sensor)
    if (outcome !== 'exposed' && outcome !== 'pressed')
      throw new Error(`there was no exposure: ${outcome}`)
  }

  /** An exposure for a study that this server does not have, such as one from before its data came back. */
  async exposeForNobody(sensor: BridgeSensorName = 'general') {
    await this.untilState('Ready', sensor)
    await this.powerGenerator()
    const before = (await this.#client.frames()).length
    const { leaseId } = await this.#client.lease(sensor, 'An earlier server')
    const annotation = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: null, speciesId: 1 }
    await this.#client.json(`/sensor/${sensor}/arm`, {
      body: {
        leaseId,
        captureId: randomUUID(),
        context: { studyId: 1, studyInstanceUID: '2.25.1', annotation },
      },
    })
    await this.expose(sensor)
    await this.#client.until('its frame', async () => {
      const { length } = await this.#client.frames()
      return length > before
    })
    await this.#client.json(`/sensor/${sensor}/lease/${leaseId}`, { method: 'DELETE' })
    await this.untilState('Ready', sensor)
  }

  /** Somebody exposes this many seconds after the sensor was armed; null: nobody does. */
  async autoExpose(seconds: number | null, sensor: BridgeSensorName = 'general') {
    await this.#order({ order: 'auto-expose', sensor, seconds })
  }

  async fault(fault: SensorFaultOfSimulator, isOn = true, sensor: BridgeSensorName = 'general') {
    await this.#order({ order: 'sensor-fault', sensor, fault, isOn })
  }

  async generatorFault(fault: GeneratorFaultOfSimulator, isOn = true) {
    await this.#order({ order: 'generator-fault', fault, isOn })
  }

  async powerGenerator(isOn = true) {
    await this.setGenerator('pw', isOn ? 1 : 0)
  }

  /** As somebody at its own keys does. */
  async setGenerator(order: GeneratorOrder, value: number) {
    await this.#client.ask(`/generator/${order}?value=${value}`)
  }

  /** All that the control panel shows. */
  async picture(): Promise<SimulatorPicture> {
    return SimulatorPicture.parse((await this.#client.json('/simulator')).body)
  }

  untilState(state: BridgeSensorStatus['state'], sensor: BridgeSensorName = 'general') {
    return this.#client.untilState(sensor, state)
  }

  /** Until the server has taken and acknowledged whatever was exposed. */
  untilNothingWaits() {
    return this.#client.until('no frame', async () => (await this.#client.frames()).length === 0)
  }

  /** As it was at first: running, no fault, nobody at the switch, the generator off. */
  async reset() {
    await this.start()
    const { sensors, generator } = await this.picture()
    for (const { name, faults, autoExposeSeconds } of sensors) {
      if (autoExposeSeconds !== null) await this.autoExpose(null, name)
      for (const fault of faults) await this.fault(fault, false, name)
    }
    for (const fault of generator?.faults ?? []) await this.generatorFault(fault, false)
    await this.powerGenerator(false)
  }
}
